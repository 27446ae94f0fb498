import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { API_PREFIX } from './addresses.ts'

/** A handler's answer: a value, which the HTTP layer turns into status, headers and bytes. */
export type Answer<Code extends string = string, Body = unknown> =
  | JsonAnswer<Body>
  | PreparedAnswer
  | StreamAnswer
  | EmptyAnswer
  | Failure<Code>

/** A name with a list of values is sent as several headers. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

interface AnswerOptions {
  /** Defaults to the route's success status. */
  readonly status?: number | undefined
  /** Defaults to the route's `Cache-Control`. */
  readonly cacheControl?: string | undefined
  readonly headers?: Headers
}

/** An object that is serialised for this one request. */
export interface JsonAnswer<Body = unknown> extends AnswerOptions {
  readonly kind: 'json'
  readonly value: Body
}

/** Bytes that are sent while they are read. Reading stops when the client disconnects. */
export interface StreamAnswer extends AnswerOptions {
  readonly kind: 'stream'
  /** ETag including its quotes. A client that already has it gets a 304, and nothing is read. */
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
  readonly message?: string | undefined
  readonly headers?: Headers | undefined
  /** The refused parameter, or the path of the refused field in the body. */
  readonly field?: string | undefined
}

/** The reason why a field of a body is refused: its path, and a sentence that starts with the path. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/** One encoding of a prepared answer, with headers that describe it, as alternating names and values. */
export interface Representation {
  readonly body: Buffer | ByteText
  /** Null until the answer is first sent with it; the HTTP layer sets it. */
  etag: string | null
  readonly headers: readonly string[]
}

/**
 * Bytes stored as a text with one character per byte. It lives in the V8 heap and is freed early. Buffers are outside
 * it, and V8 marks the whole heap when they grow beyond a limit.
 */
export class ByteText {
  readonly latin1: string

  constructor(latin1: string) {
    this.latin1 = latin1
  }

  /** The number of bytes. */
  get length(): number {
    return this.latin1.length
  }
}

interface PreparedOptions extends AnswerOptions {
  /** Slots of the avatars in the answer, for routes that count impressions. */
  readonly slots?: readonly number[] | undefined
  readonly body: Buffer | ByteText
  /** Strong ETag including its quotes; by default the HTTP layer hashes the body. */
  readonly etag?: string
  readonly contentType?: string
  /** True for bytes that compression would not shorten, such as those of pictures. */
  readonly isCompressed?: boolean
  /** Encodings that exist already; the HTTP layer makes others when a client first asks for them. */
  readonly encodings?: { readonly br?: Buffer; readonly gzip?: Buffer }
  /** Call it once the body was sent: its memory is then reused. An answer that has it serves a single request. */
  readonly release?: () => void
}

/**
 * Bytes that are ready to send. Handlers return the same object again where they can, so that its ETag, headers and
 * compressed forms are made only once.
 */
export class PreparedAnswer {
  readonly kind = 'prepared'
  readonly options: PreparedOptions
  /** Representations that are made or being made; only the HTTP layer writes them. */
  readonly representations: Map<ContentEncoding, Promise<Representation>>
  /** The last result of `withMaxAge`, and its `max-age`. */
  #agedAnswer: PreparedAnswer | null = null
  #maxAgeSeconds = -1

  constructor(options: PreparedOptions, representations: PreparedAnswer['representations'] = new Map()) {
    this.options = options
    this.representations = representations
  }

  bytes(): Buffer {
    const { body } = this.options
    return body instanceof ByteText ? Buffer.from(body.latin1, 'latin1') : body
  }

  /** The same answer with a `max-age` of `leftMs`, rounded down to whole seconds (RFC 9111 §5.2.2.1). */
  withMaxAge(leftMs: number): PreparedAnswer {
    const maxAgeSeconds = Math.max(0, Math.floor(leftMs / 1000))
    if (this.#agedAnswer !== null && this.#maxAgeSeconds === maxAgeSeconds) return this.#agedAnswer
    this.#maxAgeSeconds = maxAgeSeconds
    this.#agedAnswer = new PreparedAnswer(
      { ...this.options, cacheControl: `public, max-age=${maxAgeSeconds}` },
      this.representations,
    )
    return this.#agedAnswer
  }
}

export function json<const Body>(value: Body, options: AnswerOptions = {}): JsonAnswer<Body> {
  return { kind: 'json', value, ...options }
}

export function prepared(options: PreparedOptions): PreparedAnswer {
  return new PreparedAnswer(options)
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

/** @param message for people; defaults to the sentence of the error table. */
export function failure<Code extends string>(code: Code, message?: string, headers?: Headers): Failure<Code> {
  return { kind: 'failure', code, message, headers }
}

/** @param predicate the rest of the sentence, after the path of the field. */
export function problemOf(field: string, predicate: string): FieldProblem {
  return { field, problem: `\`${field}\` ${predicate}` }
}

export function invalidBody({ field, problem }: FieldProblem): Failure<'invalid_body'> {
  return { ...failure('invalid_body', problem), field }
}

export interface RequestContext {
  /** Unique for this request; all its log lines have it. */
  readonly requestId: string
  readonly method: string
  /** The part after the `?`, undecoded. */
  readonly rawQuery: string
  readonly headers: IncomingHttpHeaders
  /** The client's address according to `TRUST_PROXY`. Never stored or logged. */
  readonly address: string
  /** The client as rate limits identify it: an IPv4 address, or an IPv6 /64 network. Never stored or logged. */
  readonly network: string
  /** The exact bytes of the body, for signatures; empty when there is none. */
  readonly rawBody: Buffer
  /** Aborted when the client disconnects before the answer was sent. */
  readonly signal: AbortSignal
}

/** Authenticates a request instead of charging its address. Each check returns why it fails, or null. */
export interface Proof<Code extends string> {
  /** Runs before the body is read. */
  readonly byHead: (head: Pick<RequestContext, 'headers'>) => Failure<Code> | null
  readonly byBody: (request: Pick<RequestContext, 'headers' | 'rawBody'>) => Failure<Code> | null
}

/** True for HEAD, whose answer nobody sees: it counts no impressions and uses nothing up. */
export function isHead({ method }: Pick<RequestContext, 'method'>): boolean {
  return method === 'HEAD'
}

/** True for a search while its text is being typed: it is neither counted nor looked up elsewhere. */
export function isProvisional({ headers }: Pick<RequestContext, 'headers'>): boolean {
  return headers['search-provisional'] === '?1'
}

/** True for a browser that navigates to a URL; errors are then shown as a page. */
export function asksForHtml({ headers: { accept } }: Pick<RequestContext, 'headers'>): boolean {
  return accept?.includes('text/html') ?? false
}

/** True for a browser that navigates to a page of the site; endpoints give browsers and programs the same answers. */
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
 * @template Value the value of a JSON answer.
 */
export type Handler<
  Query = unknown,
  Params = unknown,
  Body = unknown,
  Code extends string = string,
  Extra = unknown,
  Value = unknown,
> = (input: HandlerInput<Query, Params, Body> & Extra) => Promise<Answer<Code, Value>>
