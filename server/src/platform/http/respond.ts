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
  Prepared,
  type Representation,
  type StreamAnswer,
} from '../../kernel/answer.ts'
import { appearanceOf } from '../../kernel/appearance.ts'
import { contentTag } from '../../kernel/content-tag.ts'
import { failurePage } from '../../kernel/failure-page.ts'
import { HTML_TYPE } from '../../kernel/page.ts'
import type { HttpContext } from './context.ts'
import { chooseEncoding, compress } from './encoding.ts'
import { encodedTag, matchesTag } from './etag.ts'
import { headOf, pushAnswerHeaders, pushKeepAlive, pushLimits } from './headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer; resolves when it was sent. @throws when the answer cannot be made. */
export function respond(context: HttpContext, answer: Answer<ErrorCode>): Promise<void> {
  switch (answer.kind) {
    case 'prepared':
      return sendPrepared(context, answer)
    case 'json': {
      const { kind: _, value, ...options } = answer
      return sendPrepared(context, new Prepared({ ...options, body: Buffer.from(JSON.stringify(value)) }))
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

async function sendPrepared(context: HttpContext, answer: Prepared): Promise<void> {
  const { options } = answer
  // On `finish` the system has taken all bytes. After any other end they may still be read, so the garbage collector
  // frees them.
  if (options.release) context.response.once('finish', options.release)
  const accept = context.headers['accept-encoding']
  const encoding = options.isCompressed ? 'identity' : chooseEncoding(accept, options.body.length)
  const representation = await (answer.representations.get(encoding) ?? keepRepresentation(answer, encoding))
  const status = options.status ?? context.endpoint.status
  const headers = headersOf(context, options.cacheControl, options.headers)
  headers.push('vary', 'Accept-Encoding')
  if (status === 200 && (context.method === 'GET' || context.method === 'HEAD')) {
    representation.etag ??= tagOf(answer, encoding)
    headers.push('etag', representation.etag)
    if (matchesTag(context.headers['if-none-match'], representation.etag)) return end(context, 304, headers)
  }
  for (const each of representation.headers) headers.push(each)
  return end(context, status, headers, representation.body)
}

/** Makes a representation and keeps its promise on the answer, so that each is made only once. */
function keepRepresentation(answer: Prepared, encoding: ContentEncoding): Promise<Representation> {
  const making = represent(answer, encoding)
  answer.representations.set(encoding, making)
  making.catch(() => answer.representations.delete(encoding))
  return making
}

async function represent(answer: Prepared, encoding: ContentEncoding): Promise<Representation> {
  const { body, encodings, contentType = JSON_TYPE } = answer.options
  const isPlain = encoding === 'identity'
  const bytes = isPlain ? body : (encodings?.[encoding] ?? (await compress(answer.bytes(), encoding)))
  const headers = ['content-type', contentType, 'content-length', String(bytes.length)]
  if (!isPlain) headers.push('content-encoding', encoding)
  return { body: bytes, etag: null, headers }
}

function tagOf(answer: Prepared, encoding: ContentEncoding): string {
  const tag = answer.options.etag ?? contentTag(answer.bytes())
  return encoding === 'identity' ? tag : encodedTag(tag, encoding)
}

async function sendFailure(context: HttpContext, answer: Failure<ErrorCode>): Promise<void> {
  const { code, message, headers, field } = answer
  const { status } = ERRORS[code]
  const { headers: own, failurePageHeaders } = context.endpoint
  const isPage = failurePageHeaders !== null && asksForHtml(context)
  const list = headOf('no-store', isPage ? failurePageHeaders : own)
  pushAdded(list, context, headers)
  const requestId = status >= 500 ? context.requestId : null
  if (requestId !== null) list.push('x-request-id', requestId)
  const retryAfter = list.indexOf('retry-after')
  const retryAfterSeconds = retryAfter === -1 ? null : Number(list[retryAfter + 1])
  const trouble = { status, retryAfterSeconds, requestId }
  const body = isPage ? failurePage(context, trouble) : failureBody(code, message, field)
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
    if (matchesTag(context.headers['if-none-match'], answer.etag)) return end(context, 304, headers)
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
    observe(context, status)
  }
}

/** Sends chunks as fast as the client reads them. `pipeline` would take 12 KB more per open event stream. */
async function sendChunks(context: HttpContext, chunks: StreamAnswer['chunks']): Promise<void> {
  const { response, signal } = context
  for await (const chunk of chunks) {
    const isRead = response.write(chunk)
    if (!isRead) await once(response, 'drain', { signal })
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
  const { head, headers } = context.endpoint
  const list = cacheControl === undefined ? head.slice() : headOf(cacheControl, headers)
  pushAdded(list, context, ownHeaders)
  return list
}

function pushAdded(list: string[], { limits, added }: HttpContext, ownHeaders?: Headers): void {
  pushLimits(list, limits)
  list.push(...added)
  pushAnswerHeaders(list, ownHeaders)
}

function end(context: HttpContext, status: number, headers: string[], body?: Representation['body']): void {
  const { response } = context
  if (response.headersSent || response.destroyed) return
  writeHead(response, status, headers)
  if (body instanceof ByteText) response.end(body.latin1, 'latin1')
  else response.end(body)
  observe(context, status)
}

function writeHead(response: ServerResponse, status: number, headers: string[]): void {
  if (response.shouldKeepAlive) pushKeepAlive(headers)
  response.writeHead(status, headers)
}

function observe({ endpoint, startedMs }: HttpContext, status: number): void {
  endpoint.durations[Math.floor(status / 100)]!.observe((performance.now() - startedMs) / 1000)
}
