import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import { MEBIBYTE } from '../../kernel/bytes.ts'
import { parseJson } from '../../kernel/json-object.ts'

export type Reading = { readonly kind: 'value'; readonly value: unknown } | Failure<ErrorCode>

/** The reading of a part of a request that the route does not take. */
export const NO_INPUT: Reading = { kind: 'value', value: undefined }

const COMPRESSED_MESSAGE = 'The body must not be compressed: leave the header Content-Encoding out.'

/** The largest size that a request's body may have according to its headers; `limit` when they do not say. */
export function announcedBytes(headers: IncomingHttpHeaders, limit: number): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limit
}

/** @returns null when the body is longer than `limit` bytes; the rest of it is left unread. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @param limit in bytes. */
export function bodyTooLarge(limit: number): Failure<ErrorCode> {
  const maximum = limit < MEBIBYTE ? `${limit / 1024} KiB` : `${limit / MEBIBYTE} MiB`
  return failure('body_too_large', `The body is too large: at most ${maximum} are read here.`)
}

/**
 * Parses a JSON body, with or without a byte order mark. Accepts only the media types that the route names: otherwise a
 * page of another site could post without a preflight.
 */
export function readJson(body: Buffer, headers: IncomingHttpHeaders, mediaTypes: readonly string[]): Reading {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!mediaTypes.includes(mediaType)) return failure('unsupported_media_type')
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity') return failure('unsupported_media_type', COMPRESSED_MESSAGE)
  if (body.length === 0) return failure('malformed_json', 'The body is empty; send JSON.')
  if (!isUtf8(body)) return failure('malformed_json', 'The body is not valid UTF-8.')
  const value = parseJson(body.toString().replace(/^\ufeff/, ''))
  return value === undefined ? failure('malformed_json') : { kind: 'value', value }
}
