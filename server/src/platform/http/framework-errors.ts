import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'

const MEBIBYTE = 1024 * 1024

/** What Fastify refuses by itself, in our words; null for an error that is a bug of ours. */
export function describeError(
  { code, statusCode = 500 }: { code?: string; statusCode?: number },
  bodyLimit: number,
): Failure<ErrorCode> | null {
  switch (code) {
    case 'FST_ERR_BAD_URL':
      return failure('bad_request', 'The path has a percent sign that begins no valid UTF-8 escape.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return failure('uri_too_long')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(bodyLimit)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure('unsupported_media_type')
    default:
      return statusCode >= 400 && statusCode < 500 ? failure('bad_request') : null
  }
}

/** @param limit in bytes. */
export function bodyTooLarge(limit: number): Failure<ErrorCode> {
  const most = limit < MEBIBYTE ? `${limit / 1024} KiB` : `${limit / MEBIBYTE} MiB`
  return failure('body_too_large', `The body is too large: at most ${most} are read here.`)
}
