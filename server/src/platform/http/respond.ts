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
import { chooseEncoding, compress, takesGzip } from './encoding.ts'
import { contentTag, encodedTag, namesTag } from './etag.ts'
import type { Exchange } from './exchange.ts'
import { headOf, pushLimits, pushOwn } from './headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sends an answer. Everything goes to Node's response directly, headers as one list: Fastify's reply looks each of
 * them up, which costs more than all the rest of a small answer.
 *
 * @returns a promise when something had to be waited for; it rejects when the answer could not be made.
 */
export function respond(exchange: Exchange, answer: Answer<ErrorCode>): Promise<void> | undefined {
  switch (answer.kind) {
    case 'prepared':
      return sendPrepared(exchange, answer)
    case 'json':
      return sendPrepared(exchange, serialised(answer))
    case 'empty':
      sendEmpty(exchange, answer)
      return
    case 'failure':
      sendFailure(exchange, answer)
      return
    case 'stream':
      return sendStream(exchange, answer)
  }
}

/** The body of a failure, the same under every transport. */
export function failureBody(code: ErrorCode, message: string = ERRORS[code].message): Buffer {
  return Buffer.from(JSON.stringify({ error: message, code }))
}

function serialised({ kind: _, value, ...options }: JsonAnswer): Prepared {
  return new Prepared({ ...options, body: Buffer.from(JSON.stringify(value)) })
}

function sendPrepared(exchange: Exchange, answer: Prepared): Promise<void> | undefined {
  const encoding = chooseEncoding(exchange.headers['accept-encoding'], answer.options.body.length)
  const made = answer.made.get(encoding) ?? represent(answer, encoding)
  if (made instanceof Promise)
    return made.then(representation => sendRepresentation(exchange, answer, representation))
  sendRepresentation(exchange, answer, made)
  return undefined
}

function sendRepresentation(exchange: Exchange, { options }: Prepared, made: Representation): void {
  const { method, headers: asked } = exchange.request
  const status = options.status ?? exchange.endpoint.status
  const headers = successHeaders(exchange, options)
  headers.push('Vary', 'Accept-Encoding')
  if (status === 200 && (method === 'GET' || method === 'HEAD')) {
    headers.push('ETag', made.etag)
    const known = asked['if-none-match']
    if (known !== undefined && namesTag(known, made.etag)) {
      end(exchange, 304, headers)
      return
    }
  }
  headers.push(...made.headers)
  end(exchange, status, headers, made.body)
}

/** Makes one encoding of an answer and keeps it there, also while it is being made: nobody compresses twice. */
function represent(answer: Prepared, encoding: ContentEncoding): Representation | Promise<Representation> {
  const { body, etag = contentTag(body), encodings, contentType = JSON_TYPE } = answer.options
  const keep = (bytes: Buffer): Representation => {
    const headers = ['Content-Type', contentType, 'Content-Length', String(bytes.length)]
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    const tag = encoding === 'identity' ? etag : encodedTag(etag, encoding)
    const made = { body: bytes, etag: tag, headers }
    answer.made.set(encoding, made)
    return made
  }
  if (encoding === 'identity') return keep(body)
  const compressed = encodings?.[encoding] ?? compress(body, encoding)
  if (!(compressed instanceof Promise)) return keep(compressed)
  const making = compressed.then(keep, error => {
    answer.made.delete(encoding)
    throw error
  })
  answer.made.set(encoding, making)
  return making
}

function sendFailure(exchange: Exchange, { code, message, headers }: Failure<ErrorCode>): void {
  const { status } = ERRORS[code]
  const body = failureBody(code, message)
  const list = unstoredHeaders(exchange, headers)
  list.push('Content-Type', JSON_TYPE, 'Content-Length', String(body.length))
  if (status >= 500) list.push('X-Request-Id', exchange.requestId)
  end(exchange, status, list, body)
}

async function sendStream(exchange: Exchange, answer: StreamAnswer): Promise<void> {
  const { request, response, endpoint } = exchange
  const status = answer.status ?? endpoint.status
  const headers = successHeaders(exchange, answer)
  if (answer.etag !== undefined) headers.push('ETag', answer.etag)
  const known = request.headers['if-none-match']
  if (answer.etag !== undefined && known !== undefined && namesTag(known, answer.etag)) {
    end(exchange, 304, headers)
    return
  }
  headers.push('Content-Type', answer.contentType)
  const isGzipped = answer.isCompressible === true && takesGzip(request.headers['accept-encoding'])
  if (answer.isCompressible) headers.push('Vary', 'Accept-Encoding')
  if (isGzipped) headers.push('Content-Encoding', 'gzip')
  if (request.method === 'HEAD') {
    end(exchange, status, headers)
    return
  }
  writeHead(exchange, status, headers)
  response.flushHeaders()
  try {
    const chunks = Readable.from(answer.chunks)
    await (isGzipped ? pipeline(chunks, createGzip({ level: 4 }), response) : pipeline(chunks, response))
  } finally {
    observe(exchange, status)
  }
}

function sendEmpty(exchange: Exchange, { status, headers }: EmptyAnswer): void {
  const list = unstoredHeaders(exchange, headers)
  if (status !== 204) list.push('Content-Length', '0')
  end(exchange, status, list)
}

/** Of a success: the route's own, but for what the answer says otherwise. */
function successHeaders(
  { endpoint, limits, added }: Exchange,
  { cacheControl, headers }: Pick<StreamAnswer, 'cacheControl' | 'headers'>,
): string[] {
  const list = cacheControl === undefined ? endpoint.head.slice() : headOf(cacheControl, endpoint.headers)
  pushLimits(list, limits)
  list.push(...added)
  pushOwn(list, headers)
  return list
}

function unstoredHeaders({ endpoint, limits, added }: Exchange, headers: Headers | undefined): string[] {
  const list = headOf('no-store', endpoint.headers)
  pushLimits(list, limits)
  list.push(...added)
  pushOwn(list, headers)
  return list
}

function end(exchange: Exchange, status: number, headers: string[], body?: Buffer): void {
  const { response } = exchange
  if (response.headersSent || response.destroyed) return
  writeHead(exchange, status, headers)
  response.end(body)
  observe(exchange, status)
}

function writeHead({ response, isLast }: Exchange, status: number, headers: string[]): void {
  if (isLast) headers.push('Connection', 'close')
  response.writeHead(status, headers)
}

function observe({ endpoint, startedMs }: Exchange, status: number): void {
  endpoint.durations[Math.floor(status / 100)]!.observe((performance.now() - startedMs) / 1000)
}
