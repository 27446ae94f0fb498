import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
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

const JSON_MEDIA = ['application/json']
const BYTE_ORDER_MARK = '\ufeff'

/**
 * The value of a JSON body, with or without a byte order mark. Only the media types that the route names are read,
 * or a page of another site could post without a preflight.
 */
export function readJson(
  body: Buffer,
  headers: IncomingHttpHeaders,
  media: readonly string[] = JSON_MEDIA,
): Reading {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!media.includes(mediaType)) return unsupported()
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity') {
    return unsupported('The body must not be compressed: leave the header Content-Encoding out.')
  }
  if (body.length === 0) return malformed('The body is empty; send JSON.')
  if (!isUtf8(body)) return malformed('The body is not valid UTF-8.')
  const text = body.toString()
  try {
    return { ok: true, value: JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) }
  } catch {
    return malformed()
  }
}

function unsupported(message?: string): Reading {
  return { ok: false, failure: failure('unsupported_media_type', message) }
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
