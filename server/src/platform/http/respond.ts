import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ERRORS, type ErrorCode } from '@avatary/contract/errors'
import {
  type Answer,
  type ContentEncoding,
  type EmptyAnswer,
  type Failure,
  type Headers,
  type JsonAnswer,
  Prepared,
  type Representation,
  type StreamAnswer,
} from '../../kernel/answer.ts'
import type { HttpContext } from './context.ts'
import { chooseEncoding, compress, prefersGzip } from './encoding.ts'
import { contentTag, encodedTag, namesTag } from './etag.ts'
import { headOf, pushLimits, pushOwn } from './headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** @throws when the answer cannot be made. */
export async function respond(context: HttpContext, answer: Answer<ErrorCode>): Promise<void> {
  switch (answer.kind) {
    case 'prepared':
      return await sendPrepared(context, answer)
    case 'json':
      return await sendPrepared(context, serialised(answer))
    case 'empty':
      return sendEmpty(context, answer)
    case 'failure':
      return sendFailure(context, answer)
    case 'stream':
      return await sendStream(context, answer)
  }
}

export function failureBody(code: ErrorCode, message: string = ERRORS[code].message): Buffer {
  return Buffer.from(JSON.stringify({ error: message, code }))
}

function serialised({ kind: _, value, ...options }: JsonAnswer): Prepared {
  return new Prepared({ ...options, body: Buffer.from(JSON.stringify(value)) })
}

async function sendPrepared(context: HttpContext, answer: Prepared): Promise<void> {
  const { options } = answer
  const encoding = chooseEncoding(context.headers['accept-encoding'], options.body.length)
  const made = await (answer.made.get(encoding) ?? represent(answer, encoding))
  const { method } = context
  const status = options.status ?? context.endpoint.status
  const headers = headersOf(context, options.cacheControl, options.headers)
  headers.push('Vary', 'Accept-Encoding')
  if (status === 200 && (method === 'GET' || method === 'HEAD')) {
    headers.push('ETag', made.etag)
    if (isKnown(context, made.etag)) return end(context, 304, headers)
  }
  for (const each of made.headers) headers.push(each)
  end(context, status, headers, made.body)
}

function isKnown({ headers }: HttpContext, tag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && namesTag(known, tag)
}

/** Keeps the promise of an encoded form on the answer, so that it is compressed once. */
function represent(answer: Prepared, encoding: ContentEncoding): Promise<Representation> {
  const making = encode(answer, encoding)
  answer.made.set(encoding, making)
  making.catch(() => answer.made.delete(encoding))
  return making
}

async function encode({ options }: Prepared, encoding: ContentEncoding): Promise<Representation> {
  const { body, etag = contentTag(body), encodings, contentType = JSON_TYPE } = options
  const isPlain = encoding === 'identity'
  const bytes = isPlain ? body : (encodings?.[encoding] ?? (await compress(body, encoding)))
  const headers = ['Content-Type', contentType, 'Content-Length', String(bytes.length)]
  if (!isPlain) headers.push('Content-Encoding', encoding)
  return { body: bytes, etag: isPlain ? etag : encodedTag(etag, encoding), headers }
}

function sendFailure(context: HttpContext, { code, message, headers }: Failure<ErrorCode>): void {
  const { status } = ERRORS[code]
  const body = failureBody(code, message)
  const list = headersOf(context, 'no-store', headers)
  list.push('Content-Type', JSON_TYPE, 'Content-Length', String(body.length))
  if (status >= 500) list.push('X-Request-Id', context.requestId)
  end(context, status, list, body)
}

async function sendStream(context: HttpContext, answer: StreamAnswer): Promise<void> {
  const { request, response, endpoint } = context
  const status = answer.status ?? endpoint.status
  const headers = headersOf(context, answer.cacheControl, answer.headers)
  if (answer.etag !== undefined) {
    headers.push('ETag', answer.etag)
    if (isKnown(context, answer.etag)) return end(context, 304, headers)
  }
  headers.push('Content-Type', answer.contentType)
  const isGzipped = answer.isCompressible === true && prefersGzip(request.headers['accept-encoding'])
  if (answer.isCompressible) headers.push('Vary', 'Accept-Encoding')
  if (isGzipped) headers.push('Content-Encoding', 'gzip')
  if (request.method === 'HEAD') return end(context, status, headers)
  response.writeHead(status, headers)
  response.flushHeaders()
  try {
    const chunks = Readable.from(answer.chunks)
    await (isGzipped ? pipeline(chunks, createGzip({ level: 4 }), response) : pipeline(chunks, response))
  } finally {
    observe(context, status)
  }
}

function sendEmpty(context: HttpContext, { status, headers }: EmptyAnswer): void {
  const list = headersOf(context, 'no-store', headers)
  if (status !== 204) list.push('Content-Length', '0')
  end(context, status, list)
}

/** The first headers of an answer; `Cache-Control` of the endpoint when `cacheControl` is absent. */
function headersOf(
  { endpoint, limits, added }: HttpContext,
  cacheControl: string | undefined,
  own: Headers | undefined,
): string[] {
  const list = cacheControl === undefined ? endpoint.head.slice() : headOf(cacheControl, endpoint.headers)
  pushLimits(list, limits)
  list.push(...added)
  pushOwn(list, own)
  return list
}

function end(context: HttpContext, status: number, headers: string[], body?: Buffer): void {
  const { response } = context
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, headers)
  response.end(body)
  observe(context, status)
}

function observe({ endpoint, startedMs }: HttpContext, status: number): void {
  endpoint.durations[Math.floor(status / 100)]!.observe((performance.now() - startedMs) / 1000)
}
