import { isUtf8 } from 'node:buffer'
import {
  AuthorizeQuerySchema,
  DecisionBodySchema,
  RevokeBodySchema,
  TokenBodySchema,
} from '@avatary/contract/oauth'
import type { RequestContext } from '../../kernel/answer.ts'
import { isObject, parseJson } from '../../kernel/json-object.ts'
import type { OAuthParameters } from './authorization-server.ts'

/**
 * The documented parameters of each endpoint. Others are ignored (RFC 6749 §3.1, §3.2) and not passed to the library.
 */
const NAMES = {
  authorize: Object.keys(AuthorizeQuerySchema.properties),
  token: Object.keys(TokenBodySchema.properties),
  revoke: Object.keys(RevokeBodySchema.properties),
  decide: Object.keys(DecisionBodySchema.properties),
} as const

/** Maximum size of a body in bytes, many times what a token request needs. */
const MAX_BODY_BYTES = 16 * 1024

/** Maximum length of a query string in characters. */
const MAX_QUERY_LENGTH = 8 * 1024

const FORM_TYPE = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

export type ParametersReading =
  | { readonly kind: 'read'; readonly parameters: OAuthParameters }
  /** The `error_description` of an `invalid_request`. */
  | { readonly kind: 'refused'; readonly problem: string }

export function readQuery(rawQuery: string): ParametersReading {
  if (rawQuery.length > MAX_QUERY_LENGTH)
    return refused(`the query is longer than ${MAX_QUERY_LENGTH} characters`)
  return { kind: 'read', parameters: knownParameters('authorize', new URLSearchParams(rawQuery)) }
}

/** Reads a form or, except for `decide`, a JSON object of strings (spec, "OAuth 2.0 provider"). */
export function readBody(
  endpoint: 'token' | 'revoke' | 'decide',
  { headers, rawBody }: Pick<RequestContext, 'headers' | 'rawBody'>,
): ParametersReading {
  if (rawBody.length > MAX_BODY_BYTES) return refused(`the body is larger than ${MAX_BODY_BYTES} bytes`)
  if ((headers['content-encoding']?.trim().toLowerCase() ?? 'identity') !== 'identity') {
    return refused('the body must not be compressed: leave the header Content-Encoding out')
  }
  if (!isUtf8(rawBody)) return refused('the body is not valid UTF-8')
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === FORM_TYPE)
    return { kind: 'read', parameters: knownParameters(endpoint, new URLSearchParams(rawBody.toString())) }
  if (mediaType === JSON_TYPE && endpoint !== 'decide') return readObject(endpoint, rawBody.toString())
  return refused(`send the body as ${endpoint === 'decide' ? FORM_TYPE : `${FORM_TYPE} or ${JSON_TYPE}`}`)
}

function readObject(endpoint: 'token' | 'revoke', text: string): ParametersReading {
  const value = parseJson(text)
  if (value === undefined) return refused('the body is not valid JSON')
  if (!isObject(value)) return refused('the body must be an object')
  const entries = Object.entries(value)
  if (entries.some(([, field]) => typeof field !== 'string'))
    return refused('the fields of the body must be strings')
  return { kind: 'read', parameters: knownParameters(endpoint, entries as [string, string][]) }
}

function knownParameters(endpoint: keyof typeof NAMES, entries: Iterable<[string, string]>): OAuthParameters {
  return [...entries].filter(([name]) => NAMES[endpoint].includes(name))
}

function refused(problem: string): ParametersReading {
  return { kind: 'refused', problem }
}
