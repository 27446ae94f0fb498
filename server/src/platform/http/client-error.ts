import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@avatary/contract/errors'
import { asksForPage, type Failure, failure, type RequestContext } from '../../kernel/answer.ts'
import { appearanceOf } from '../../kernel/appearance.ts'
import { failurePage } from '../../kernel/failure-page.ts'
import { HTML_TYPE } from '../../kernel/page.ts'
import { PAGE_HEADERS } from '../../kernel/page-headers.ts'
import type { Consumption } from '../limits/limiter.ts'
import { linger } from '../sockets/closing.ts'
import type { ParserError } from '../sockets/raw-address.ts'
import { type HeaderList, headOf, PUBLIC_HEADERS, pushLimits, pushOwn } from './headers.ts'
import { failureBody, JSON_TYPE } from './respond.ts'

/**
 * @returns null when there is nobody to answer: the client closed its connection, or sent nothing in time and would
 * take a 408 for the answer to its next request.
 */
export function describeParserError(error: ParserError, { bytesRead }: Socket): Failure<ErrorCode> | null {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return null
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return bytesRead > 0 ? failure('request_timeout') : null
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return failure(error.rawPacket?.includes('\r\n') ? 'headers_too_large' : 'uri_too_long')
  }
  return failure('bad_request')
}

/** Answers `CONNECT`; a 405 names the allowed methods (RFC 9110 §15.5.6). */
export const NO_TUNNEL: Failure<ErrorCode> = failure('method_not_allowed', 'This server is no proxy.', {
  Allow: 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE',
})

interface RawAnswerInput {
  readonly refusal: Failure<ErrorCode>
  readonly limits: Consumption
  /** Headers of every answer. */
  readonly common: HeaderList
  /** The bytes that Node could not read; absent when it read none or all. */
  readonly packet: Buffer | undefined
}

/** Answers on a socket whose request Node could not read, and closes it. Browsers get a page. */
export function answerRaw(socket: Socket, { refusal, limits, common, packet }: RawAnswerInput): void {
  const { status } = ERRORS[refusal.code]
  const browser = packet === undefined ? null : browserOf(packet)
  const retryAfterSeconds = limits.allowed ? null : limits.retryAfterSeconds
  const body =
    browser === null
      ? failureBody(refusal.code, refusal.message)
      : failurePage(browser, { status, retryAfterSeconds, requestId: null })
  const headers = headOf('no-store', [...common, ...(browser === null ? PUBLIC_HEADERS : PAGE_HEADERS)])
  pushLimits(headers, limits)
  if (browser !== null) headers.push('Content-Language', appearanceOf(browser).locale)
  headers.push('Connection', 'close', 'Content-Type', browser === null ? JSON_TYPE : HTML_TYPE)
  headers.push('Content-Length', String(body.length))
  pushOwn(headers, refusal.headers)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `Date: ${new Date().toUTCString()}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  linger(socket)
}

/** Reads the head of a request that Node could not read; null unless a browser opens a page of the site with it. */
function browserOf(packet: Buffer): Pick<RequestContext, 'method' | 'headers'> | null {
  const [line, ...fields] = packet.toString('latin1').split('\r\n\r\n', 1)[0]!.split('\r\n')
  const [, method, url] = /^(\S+) (\/\S*) HTTP\/1/.exec(line!) ?? []
  if (method === undefined || url === undefined) return null
  const headers = Object.fromEntries(
    fields.map(field => {
      const [name, ...value] = field.split(':')
      return [name!.toLowerCase(), value.join(':').trim()]
    }),
  )
  return asksForPage({ method: 'GET', url, headers }) ? { method, headers } : null
}
