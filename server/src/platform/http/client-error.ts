import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import type { Consumption } from '../limits/limiter.ts'
import { linger } from '../sockets/closing.ts'
import type { ParserError } from '../sockets/unescaped-url.ts'
import {
  type HeaderList,
  PUBLIC_HEADERS,
  pushAnswerHeaders,
  pushLimits,
  withCacheControl,
} from './headers.ts'
import { failureBody, JSON_TYPE } from './respond.ts'

/**
 * @returns null when there is nobody to answer: the client closed its connection, or sent nothing in time and would
 * take a 408 for the answer to its next request.
 */
export function describeParserError(error: ParserError, { bytesRead }: Socket): Failure<ErrorCode> | null {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return null
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return bytesRead > 0 ? failure('request_timeout') : null
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return failure(error.rawPacket?.includes('\r\n') ? 'headers_too_large' : 'uri_too_long')
  return failure('bad_request')
}

/** Answers `CONNECT`; a 405 names the allowed methods (RFC 9110 §15.5.6). */
export const NO_TUNNEL: Failure<ErrorCode> = failure('method_not_allowed', 'This server is no proxy.', {
  Allow: 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE',
})

/** Answers on a socket whose request Node could not read, and closes it. */
export function answerRaw(
  socket: Socket,
  refusal: Failure<ErrorCode>,
  consumption: Consumption,
  commonHeaders: HeaderList,
): void {
  const { status } = ERRORS[refusal.code]
  const body = failureBody(refusal.code, refusal.message)
  const headers = withCacheControl('no-store', [...commonHeaders, ...PUBLIC_HEADERS])
  pushLimits(headers, consumption)
  headers.push('connection', 'close', 'content-type', JSON_TYPE, 'content-length', String(body.length))
  pushAnswerHeaders(headers, refusal.headers)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `Date: ${new Date().toUTCString()}`]
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  linger(socket)
}
