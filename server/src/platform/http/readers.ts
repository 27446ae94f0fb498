import { isUtf8 } from 'node:buffer'
import type { ErrorCode } from '@avatary/contract/errors'
import {
  createBodyReader,
  createParamsReader,
  createQueryReader,
  type InputReading,
} from '@avatary/contract/parse'
import type { RouteContract } from '@avatary/contract/route'
import { type Failure, failure } from '../../kernel/answer.ts'

export type Reading = { ok: true; value: unknown } | { ok: false; failure: Failure<ErrorCode> }

/** The value of a JSON body; the media type is asked for, or a page of another site could post without a preflight. */
export function readJson(body: Buffer, contentType: string | undefined): Reading {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') return { ok: false, failure: failure('unsupported_media_type') }
  if (body.length === 0) return malformed('The body is empty; send JSON.')
  if (!isUtf8(body)) return malformed('The body is not valid UTF-8.')
  try {
    return { ok: true, value: JSON.parse(body.toString()) }
  } catch {
    return malformed()
  }
}

function malformed(message?: string): Reading {
  return { ok: false, failure: failure('malformed_json', message) }
}

export interface RouteReaders {
  params(raw: unknown): Reading
  query(raw: string): Reading
  body(value: unknown): Reading
}

export const NOTHING: Reading = { ok: true, value: undefined }

/** Of OAuth the handlers read query and body, as its refusals have a shape of their own (RFC 6749 §5.2). */
export function isReadByHandler({ oauthErrors }: RouteContract): boolean {
  return oauthErrors !== undefined
}

/** What reads the input of a route, made once from its schemas. */
export function readersOf(route: RouteContract): RouteReaders {
  const { params } = route
  const { query, body } = isReadByHandler(route) ? {} : route
  return {
    params: params ? orRefusal(createParamsReader(params), 'invalid_parameter') : () => NOTHING,
    query: query ? orRefusal(createQueryReader(query), 'invalid_parameter') : () => NOTHING,
    body: body ? orRefusal(createBodyReader(body), 'invalid_body') : () => NOTHING,
  }
}

function orRefusal<Raw>(read: (raw: Raw) => InputReading<unknown>, code: ErrorCode): (raw: Raw) => Reading {
  return raw => {
    const reading = read(raw)
    return reading.ok ? reading : { ok: false, failure: failure(code, reading.error.message) }
  }
}
