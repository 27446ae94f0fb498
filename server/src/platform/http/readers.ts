import type { ErrorCode } from '@avatary/contract/errors'
import {
  createBodyReader,
  createParamsReader,
  createQueryReader,
  type InputReading,
} from '@avatary/contract/parse'
import type { RouteContract } from '@avatary/contract/route'
import { failure } from '../../kernel/answer.ts'
import { NOTHING, type Reading } from './body.ts'

export interface RouteReaders {
  params(raw: unknown): Reading
  query(raw: string): Reading
  body(value: unknown): Reading
}

/** True for OAuth's routes: their handlers read query and body, as refusals have a shape of their own (RFC 6749 §5.2). */
export function isReadByHandler({ oauthErrors }: RouteContract): boolean {
  return oauthErrors !== undefined
}

/** Readers of the input of a route, made once from its schemas. */
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
