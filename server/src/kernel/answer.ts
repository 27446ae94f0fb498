import type { IncomingHttpHeaders } from 'node:http'

/** A handler's answer: a value, which the HTTP layer turns into status, headers and bytes. */
export type Answer<Code extends string = string> =
  | JsonAnswer
  | Prepared
  | StreamAnswer
  | EmptyAnswer
  | Failure<Code>

/** A name with several values becomes as many headers. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

interface AnswerOptions {
  /** The route's success status when absent. */
  readonly status?: number
  /** The route's own when absent. */
  readonly cacheControl?: string
  readonly headers?: Headers
}

/** An object that is serialised for this one answer. */
export interface JsonAnswer extends AnswerOptions {
  readonly kind: 'json'
  readonly value: unknown
}

/** Bytes sent as they come; reading stops when the client goes away. */
export interface StreamAnswer extends AnswerOptions {
  readonly kind: 'stream'
  /** ETag with its quotes; a client that has it is answered 304 and nothing is read. */
  readonly etag?: string
  /** It may be compressed on the way; not for streams whose every chunk must arrive at once. */
  readonly isCompressible?: boolean
  readonly chunks: AsyncIterable<Uint8Array | string>
  readonly contentType: string
}

/** A status and headers alone, for redirects and the like. */
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
}

export type ContentEncoding = 'identity' | 'br' | 'gzip'

/** One encoding of a prepared answer, with the headers that describe it: name, value, name, value … */
export interface Representation {
  readonly body: Buffer
  readonly etag: string
  readonly headers: readonly string[]
}

interface PreparedOptions extends AnswerOptions {
  readonly body: Buffer
  /** Strong tag with its quotes; the HTTP layer takes a hash of the body when absent. */
  readonly etag?: string
  readonly contentType?: string
  /** Encodings that are at hand; the HTTP layer makes the others when a client first asks for them. */
  readonly encodings?: { readonly br?: Buffer; readonly gzip?: Buffer }
}

/**
 * Bytes that are ready to send. Answer the same object again where you can: tag, headers and compressed forms are
 * made once and stay on it.
 */
export class Prepared {
  readonly kind = 'prepared'
  readonly options: PreparedOptions
  /** Belongs to the HTTP layer: what it has made so far. */
  readonly made: Map<ContentEncoding, Promise<Representation>>

  constructor(options: PreparedOptions, made: Prepared['made'] = new Map()) {
    this.options = options
    this.made = made
  }

  /**
   * The same bytes, which caches may give again for `leftMs`: in whole seconds, rounded down, so that none gives them
   * for longer (RFC 9111 §5.2.2.1).
   */
  lasting(leftMs: number): Prepared {
    const seconds = Math.max(0, Math.floor(leftMs / 1000))
    return new Prepared({ ...this.options, cacheControl: `public, max-age=${seconds}` }, this.made)
  }
}

export function json(value: unknown, options: AnswerOptions = {}): JsonAnswer {
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

/** The facts of a request beyond its declared parameters. */
export interface RequestContext {
  /** Unique for this request; stands in the log beside everything that went wrong with it. */
  readonly requestId: string
  /** `HEAD` asks for what a GET would answer, without anything to look at. */
  readonly method: string
  /** The text after the `?`, undecoded: two equal ones mean the same request. */
  readonly rawQuery: string
  readonly headers: IncomingHttpHeaders
  /** Address of the client, by `TRUST_PROXY`. Never stored or logged. */
  readonly address: string
  /** One client for the limits: an IPv4 address, or the network of an IPv6 one. Never stored or logged. */
  readonly network: string
  /** The exact bytes of the body, empty without one; for signatures. */
  readonly rawBody: Buffer
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal
}

/** True when people look at the answer, so that its avatars count as impressions. */
export function isLookedAt({ method }: Pick<RequestContext, 'method'>): boolean {
  return method !== 'HEAD'
}

interface HandlerInput<Query, Params, Body> {
  readonly query: Query
  readonly params: Params
  readonly body: Body
  readonly context: RequestContext
}

/** @template Extra what else the input holds; `SignedIn` on routes that ask who it is. */
export type Handler<
  Query = unknown,
  Params = unknown,
  Body = unknown,
  Code extends string = string,
  Extra = unknown,
> = (input: HandlerInput<Query, Params, Body> & Extra) => Promise<Answer<Code>>
