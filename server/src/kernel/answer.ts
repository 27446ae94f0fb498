import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { API_PREFIX } from './addresses.ts'

/** A handler's answer: a value, which the HTTP layer turns into status, headers and bytes. */
export type Answer<Code extends string = string, Body = unknown> =
  | JsonAnswer<Body>
  | Prepared
  | StreamAnswer
  | EmptyAnswer
  | Failure<Code>

/** A name with several values becomes as many headers. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

interface AnswerOptions {
  /** The route's success status when absent. */
  readonly status?: number
  /** The route's `Cache-Control` when absent. */
  readonly cacheControl?: string
  readonly headers?: Headers
}

/** An object that is serialised for this one answer. */
export interface JsonAnswer<Body = unknown> extends AnswerOptions {
  readonly kind: 'json'
  readonly value: Body
}

/** Bytes that are sent as they are read; reading stops when the client disconnects. */
export interface StreamAnswer extends AnswerOptions {
  readonly kind: 'stream'
  /** ETag with its quotes; a client that has it is answered 304 and nothing is read. */
  readonly etag?: string
  /** True allows compression, which delays chunks. */
  readonly isCompressible?: boolean
  readonly chunks: AsyncIterable<Uint8Array | string>
  readonly contentType: string
}

export interface EmptyAnswer {
  readonly kind: 'empty'
  readonly status: number
  readonly headers: Headers
}

export interface Failure<Code extends string = string> {
  readonly kind: 'failure'
  readonly code: Code
  readonly message?: string
  readonly headers?: Headers
  /** The parameter, or the path in the body, that was refused. */
  readonly field?: string
}

/** Why a field of a body is refused: its path, and a sentence that begins with it. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/** One encoding of a prepared answer, with the headers that describe it: name, value, name, value … */
export interface Representation {
  readonly body: Buffer | ByteText
  /** Null until an answer that has it is sent; the HTTP layer sets it. */
  etag: string | null
  readonly headers: readonly string[]
}

/**
 * Bytes as a text that has a character for each. It lives in the heap, where the collector frees it early; buffers count
 * against a limit of memory outside of the heap, above which the collector marks all of it.
 */
export class ByteText {
  readonly latin1: string

  constructor(latin1: string) {
    this.latin1 = latin1
  }

  /** Number of bytes. */
  get length(): number {
    return this.latin1.length
  }
}

interface PreparedOptions extends AnswerOptions {
  readonly body: Buffer | ByteText
  /** Strong tag with its quotes; the HTTP layer takes a hash of the body when absent. */
  readonly etag?: string
  readonly contentType?: string
  /** Encodings made before; the HTTP layer makes the others when a client first asks for them. */
  readonly encodings?: { readonly br?: Buffer; readonly gzip?: Buffer }
  /** To be called once, when the body was sent: others write to its memory then. Such an answer is for one request. */
  readonly release?: () => void
}

/**
 * Bytes that are ready to send. A handler returns the same object again where it can: its tag, headers and compressed
 * forms are made once.
 */
export class Prepared {
  readonly kind = 'prepared'
  readonly options: PreparedOptions
  /** Representations that the HTTP layer has made, or is making; only it writes them. */
  readonly made: Map<ContentEncoding, Promise<Representation>>
  /** The latest answer of `lasting`, and its `max-age`. */
  #lasting: Prepared | null = null
  #maxAge = -1

  constructor(options: PreparedOptions, made: Prepared['made'] = new Map()) {
    this.options = options
    this.made = made
  }

  /** The body in a buffer. */
  bytes(): Buffer {
    const { body } = this.options
    return body instanceof ByteText ? Buffer.from(body.latin1, 'latin1') : body
  }

  /** The same bytes with a `max-age` of `leftMs`, rounded down to whole seconds (RFC 9111 §5.2.2.1). */
  lasting(leftMs: number): Prepared {
    const maxAge = Math.max(0, Math.floor(leftMs / 1000))
    if (this.#lasting !== null && this.#maxAge === maxAge) return this.#lasting
    this.#maxAge = maxAge
    this.#lasting = new Prepared({ ...this.options, cacheControl: `public, max-age=${maxAge}` }, this.made)
    return this.#lasting
  }
}

export function json<const Body>(value: Body, options: AnswerOptions = {}): JsonAnswer<Body> {
  return { kind: 'json', value, ...options }
}

export function prepared(options: PreparedOptions): Prepared {
  return new Prepared(options)
}

export function stream(
  chunks: AsyncIterable<Uint8Array | string>,
  contentType: string,
  options: AnswerOptions & Pick<StreamAnswer, 'etag' | 'isCompressible'> = {},
): StreamAnswer {
  return { kind: 'stream', chunks, contentType, ...options }
}

export function empty(status: number, headers: Headers = {}): EmptyAnswer {
  return { kind: 'empty', status, headers }
}

/** @param message for people; the sentence of the error table when absent. */
export function failure<Code extends string>(code: Code, message?: string, headers?: Headers): Failure<Code> {
  return { kind: 'failure', code, ...(message !== undefined && { message }), ...(headers && { headers }) }
}

/** @param words follow the path of the field in the sentence. */
export function problemOf(field: string, words: string): FieldProblem {
  return { field, problem: `\`${field}\` ${words}` }
}

export function invalidBody({ field, problem }: FieldProblem): Failure<'invalid_body'> {
  return { ...failure('invalid_body', problem), field }
}

export interface RequestContext {
  /** Unique for this request; every log line about it has it. */
  readonly requestId: string
  readonly method: string
  /** The text after the `?`, undecoded. */
  readonly rawQuery: string
  readonly headers: IncomingHttpHeaders
  /** Address of the client, as `TRUST_PROXY` tells it. Never stored or logged. */
  readonly address: string
  /** The client of the rate limits: an IPv4 address, or an IPv6 /64 network. Never stored or logged. */
  readonly network: string
  /** The exact bytes of the body, empty without one; for signatures. */
  readonly rawBody: Buffer
  /** Aborted when the client disconnects before the answer is sent. */
  readonly signal: AbortSignal
}

/** True when people look at the answer, so that its avatars count as impressions. */
export function isLookedAt({ method }: Pick<RequestContext, 'method'>): boolean {
  return method !== 'HEAD'
}

/** True for a browser that goes to an address, which shows an error as a page. */
export function asksForHtml({ headers: { accept } }: Pick<RequestContext, 'headers'>): boolean {
  return accept?.includes('text/html') ?? false
}

/** True for a browser that is to show what it gets; the interface answers browsers and programs alike. */
export function asksForPage(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !`${request.url}/`.startsWith(`${API_PREFIX}/`) && asksForHtml(request)
}

interface HandlerInput<Query, Params, Body> {
  readonly query: Query
  readonly params: Params
  readonly body: Body
  readonly context: RequestContext
}

/**
 * @template Extra further input; `SignedIn` on routes that require a session or key.
 * @template Answered the value of a JSON answer.
 */
export type Handler<
  Query = unknown,
  Params = unknown,
  Body = unknown,
  Code extends string = string,
  Extra = unknown,
  Answered = unknown,
> = (input: HandlerInput<Query, Params, Body> & Extra) => Promise<Answer<Code, Answered>>
