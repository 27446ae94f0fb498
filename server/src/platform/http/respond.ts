import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ERRORS, type ErrorCode } from '@avatary/contract/errors'
import {
  type Answer,
  asksForHtml,
  ByteText,
  type ContentEncoding,
  type EmptyAnswer,
  type Failure,
  type Headers,
  PreparedAnswer,
  type Representation,
  type StreamAnswer,
} from '../../kernel/answer.ts'
import { appearanceOf } from '../../kernel/appearance.ts'
import { contentETag } from '../../kernel/content-etag.ts'
import { failurePage } from '../../kernel/failure-page.ts'
import { HTML_TYPE } from '../../kernel/page.ts'
import type { HttpContext } from './context.ts'
import { chooseEncoding, compress } from './encoding.ts'
import { encodedETag, matchesETag } from './etag.ts'
import { pushAnswerHeaders, pushKeepAlive, pushLimits, withCacheControl } from './headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer; resolves when it was sent. @throws when the answer cannot be made. */
export function respond(context: HttpContext, answer: Answer<ErrorCode>): Promise<void> {
  switch (answer.kind) {
    case 'prepared':
      return sendPrepared(context, answer)
    case 'json': {
      const { kind: _, value, ...options } = answer
      return sendPrepared(
        context,
        new PreparedAnswer({ ...options, body: Buffer.from(JSON.stringify(value)) }),
      )
    }
    case 'empty':
      return sendEmpty(context, answer)
    case 'failure':
      return sendFailure(context, answer)
    case 'stream':
      return sendStream(context, answer)
  }
}

export function failureBody(code: ErrorCode, message: string = ERRORS[code].message, field?: string): Buffer {
  return Buffer.from(JSON.stringify({ error: message, code, field }))
}

async function sendPrepared(context: HttpContext, answer: PreparedAnswer): Promise<void> {
  const { options } = answer
  // On `finish` the system has taken all bytes. After any other end they may still be read, so the garbage collector
  // frees them.
  if (options.release) context.response.once('finish', options.release)
  const accept = context.headers['accept-encoding']
  const encoding = options.isCompressed ? 'identity' : chooseEncoding(accept, options.body.length)
  const representation = await (answer.representations.get(encoding) ?? representOnce(answer, encoding))
  const status = options.status ?? context.endpoint.status
  const headers = headersOf(context, options.cacheControl, options.headers)
  headers.push('vary', 'Accept-Encoding')
  if (status === 200 && (context.method === 'GET' || context.method === 'HEAD')) {
    representation.etag ??= etagOf(answer, encoding)
    headers.push('etag', representation.etag)
    if (matchesETag(context.headers['if-none-match'], representation.etag)) return end(context, 304, headers)
  }
  for (const each of representation.headers) headers.push(each)
  return end(context, status, headers, representation.body)
}

/** Makes a representation and stores its promise in the answer, so that each is made only once. */
function representOnce(answer: PreparedAnswer, encoding: ContentEncoding): Promise<Representation> {
  const representation = represent(answer, encoding)
  answer.representations.set(encoding, representation)
  representation.catch(() => answer.representations.delete(encoding))
  return representation
}

async function represent(answer: PreparedAnswer, encoding: ContentEncoding): Promise<Representation> {
  const { body, encodings, contentType = JSON_TYPE } = answer.options
  const isPlain = encoding === 'identity'
  const bytes = isPlain ? body : (encodings?.[encoding] ?? (await compress(answer.bytes(), encoding)))
  const headers = ['content-type', contentType, 'content-length', String(bytes.length)]
  if (!isPlain) headers.push('content-encoding', encoding)
  return { body: bytes, etag: null, headers }
}

function etagOf(answer: PreparedAnswer, encoding: ContentEncoding): string {
  const tag = answer.options.etag ?? contentETag(answer.bytes())
  return encoding === 'identity' ? tag : encodedETag(tag, encoding)
}

async function sendFailure(context: HttpContext, answer: Failure<ErrorCode>): Promise<void> {
  const { code, message, headers, field } = answer
  const { status } = ERRORS[code]
  const { headers: endpointHeaders, failurePageHeaders } = context.endpoint
  const isPage = failurePageHeaders !== null && asksForHtml(context)
  const list = withCacheControl('no-store', isPage ? failurePageHeaders : endpointHeaders)
  pushOwnHeaders(list, context, headers)
  const requestId = status >= 500 ? context.requestId : null
  if (requestId !== null) list.push('x-request-id', requestId)
  const place = list.indexOf('retry-after')
  const retryAfterSeconds = place === -1 ? null : Number(list[place + 1])
  const body = isPage
    ? failurePage(context, { status, retryAfterSeconds, requestId })
    : failureBody(code, message, field)
  if (isPage) list.push('content-language', appearanceOf(context).locale)
  list.push('content-type', isPage ? HTML_TYPE : JSON_TYPE, 'content-length', String(body.length))
  if (failurePageHeaders !== null) list.push('vary', 'Accept')
  end(context, status, list, body)
}

async function sendStream(context: HttpContext, answer: StreamAnswer): Promise<void> {
  const { request, response, endpoint } = context
  const status = answer.status ?? endpoint.status
  const headers = headersOf(context, answer.cacheControl, answer.headers)
  if (answer.isCompressible) headers.push('vary', 'Accept-Encoding')
  if (answer.etag !== undefined) {
    headers.push('etag', answer.etag)
    if (matchesETag(context.headers['if-none-match'], answer.etag)) return end(context, 304, headers)
  }
  headers.push('content-type', answer.contentType)
  const encoding = chooseEncoding(request.headers['accept-encoding'], Infinity, ['identity', 'gzip'])
  const isGzipped = answer.isCompressible === true && encoding === 'gzip'
  if (isGzipped) headers.push('content-encoding', 'gzip')
  if (request.method === 'HEAD') return end(context, status, headers)
  writeHead(response, status, headers)
  response.flushHeaders()
  try {
    if (isGzipped) await pipeline(Readable.from(answer.chunks), createGzip({ level: 4 }), response)
    else await sendChunks(context, answer.chunks)
  } finally {
    observeDuration(context, status)
  }
}

/** Sends chunks as fast as the client reads them. `pipeline` would take 12 KB more per open event stream. */
async function sendChunks(context: HttpContext, chunks: StreamAnswer['chunks']): Promise<void> {
  const { response, signal } = context
  for await (const chunk of chunks) {
    const hasRoom = response.write(chunk)
    if (!hasRoom) await once(response, 'drain', { signal })
    signal.throwIfAborted()
  }
  response.end()
}

async function sendEmpty(context: HttpContext, { status, headers }: EmptyAnswer): Promise<void> {
  const list = headersOf(context, 'no-store', headers)
  if (status !== 204) list.push('content-length', '0')
  end(context, status, list)
}

/** The first headers of an answer; the endpoint's `Cache-Control` when `cacheControl` is absent. */
function headersOf(context: HttpContext, cacheControl?: string, ownHeaders?: Headers): string[] {
  const { successHeaders, headers } = context.endpoint
  const list = cacheControl === undefined ? successHeaders.slice() : withCacheControl(cacheControl, headers)
  pushOwnHeaders(list, context, ownHeaders)
  return list
}

/** Adds the headers of this one answer: the limits, those that its context collected, and those of the handler. */
function pushOwnHeaders(list: string[], context: HttpContext, ownHeaders?: Headers): void {
  pushLimits(list, context.consumption)
  list.push(...context.addedHeaders)
  pushAnswerHeaders(list, ownHeaders)
}

function end(context: HttpContext, status: number, headers: string[], body?: Representation['body']): void {
  const { response } = context
  if (response.headersSent || response.destroyed) return
  writeHead(response, status, headers)
  if (body instanceof ByteText) response.end(body.latin1, 'latin1')
  else response.end(body)
  observeDuration(context, status)
}

function writeHead(response: ServerResponse, status: number, headers: string[]): void {
  if (response.shouldKeepAlive) pushKeepAlive(headers)
  response.writeHead(status, headers)
}

function observeDuration({ endpoint, startedMs }: HttpContext, status: number): void {
  endpoint.durations[Math.floor(status / 100)]!.observe((performance.now() - startedMs) / 1000)
}
