import type { Static, TSchema, TUnknown } from 'typebox'

/**
 * The reason why an upstream gave no usable answer:
 * - `unreachable`: no connection; `broken_off`: the connection ended before the answer did;
 * - `timeout`: no whole answer in time;
 * - `server_error`: 5xx, or another status by which a server says "not now";
 * - `garbage`: not JSON; `unexpected`: JSON that does not match the schema;
 * - `too_large`: more bytes than allowed;
 * - `redirected`: a redirect, which is not followed;
 * - `resting`: not called, because its circuit is open.
 */
export type UpstreamFault =
  | 'unreachable'
  | 'broken_off'
  | 'timeout'
  | 'server_error'
  | 'garbage'
  | 'unexpected'
  | 'too_large'
  | 'redirected'
  | 'resting'

/** The outcome of a call to an upstream. Only bugs and aborting throw. */
export type UpstreamAnswer<Value = unknown> =
  | UpstreamOk<Value>
  | UpstreamRefused
  | UpstreamAbsent
  | UpstreamLimited
  | UpstreamUnavailable

/** A 2xx; `value` is undefined for an empty body. */
interface UpstreamOk<Value> {
  readonly kind: 'ok'
  readonly status: number
  readonly value: Value
  /** Names in lower case; without cookies. */
  readonly headers: Readonly<Record<string, string>>
}

/** A 4xx that a retry does not change: credentials or request are not accepted. */
interface UpstreamRefused {
  readonly kind: 'refused'
  readonly status: number
  /** The upstream's own message for logs: one line of at most 200 characters; empty when it has none. */
  readonly message: string
  /** The upstream's code of the error (RFC 6749 `invalid_grant`, Discord's `10004`), when it has one. */
  readonly code: string | null
}

/** 404 and 410. */
export interface UpstreamAbsent {
  readonly kind: 'absent'
  readonly status: number
  /** `other` is mostly the error page of a proxy, which does not know whether the resource exists. */
  readonly body: 'none' | 'json' | 'other'
}

/** 429, or not called because an earlier 429 still holds. */
interface UpstreamLimited {
  readonly kind: 'limited'
  /** Milliseconds from now; null when the upstream did not say. */
  readonly retryAfterMs: number | null
}

export interface UpstreamUnavailable {
  readonly kind: 'unavailable'
  readonly fault: UpstreamFault
  /** Text for logs, without any value of the request. */
  readonly reason: string
  /** Milliseconds from now; null when unknown. */
  readonly retryAfterMs: number | null
}

/** Never logged, and removed from the upstream's messages. */
export type UpstreamCredentials =
  | { readonly kind: 'bearer' | 'bot'; readonly token: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'cookies'; readonly cookies: Readonly<Record<string, string>> }

export interface UpstreamRequest<Schema extends TSchema = TUnknown> {
  /** Values for the `{names}` of the path; they are percent-encoded. */
  readonly params?: Readonly<Record<string, string>>
  /** Undefined values are omitted; a list repeats the name for each item. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly credentials?: UpstreamCredentials
  /** Schema of the answer; further keys stay in the value. */
  readonly schema?: Schema
  /** Aborting throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Most attempts, if other than the upstream's; requests that are not idempotent get one. */
  readonly attempts?: number
  /** Statuses of refusals that are an answer like any other: they are not logged as failures. */
  readonly expectedRefusals?: readonly number[]
}

export interface UpstreamSending<Schema extends TSchema = TUnknown> extends UpstreamRequest<Schema> {
  readonly body?: UpstreamBody
}

type UpstreamBody =
  | { readonly json: unknown }
  /** `application/x-www-form-urlencoded`. */
  | { readonly form: Readonly<Record<string, string>> }

export interface Upstream {
  /** Name in logs and metrics. */
  readonly name: string
  /**
   * @param path below the upstream's address: empty, or with a slash first. It is logged, so what differs from
   *   request to request is a `{name}` with its value in `params`.
   */
  get<Schema extends TSchema = TUnknown>(
    path: string,
    request?: UpstreamRequest<Schema>,
  ): Promise<UpstreamAnswer<Static<Schema>>>
  /** Anything but GET; `path` as for `get`. */
  send<Schema extends TSchema = TUnknown>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    request?: UpstreamSending<Schema>,
  ): Promise<UpstreamAnswer<Static<Schema>>>
}

/** A file, or a redirect, which the caller may follow. */
export type Download =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Address as the upstream gave it; may be relative. */
  | { readonly kind: 'elsewhere'; readonly url: string }

export interface DownloadRequest {
  /** Media types, as the header `Accept` has them. */
  readonly accept: string
  /** Aborting throws the signal's reason. */
  readonly signal?: AbortSignal
}

/** An external host of public files: it gets neither cookies nor credentials. */
export interface FileUpstream {
  /** Name in logs and metrics. */
  readonly name: string
  /** @param place path and query as they stand in a URL, with a slash first. Never logged. */
  download(place: string, request: DownloadRequest): Promise<UpstreamAnswer<Download>>
}

export interface UpstreamLimits {
  /** Milliseconds until the head of the answer has come, connecting included. */
  readonly headMs: number
  /** Milliseconds until the whole answer has come. */
  readonly wholeMs: number
  /** Bytes of a body after decompression. */
  readonly largestBody: number
}

export interface RetryPolicy {
  readonly attempts: number
  /** Longest pause before the second attempt; doubled before each further one. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** Milliseconds for all attempts and pauses; a pause that does not fit is not begun. */
  readonly totalMs: number
}

export interface UpstreamSettings {
  /** Name in logs and metrics. */
  readonly name: string
  /** http: or https:, without a slash at its end. */
  readonly baseUrl: string
  /** For services that require a certain form; else the program's name and version, and `contact`. */
  readonly userAgent?: string
  /** The operator's address for this service, if other than the usual one. */
  readonly contact?: string
  readonly limits?: Partial<UpstreamLimits>
  readonly retry?: Partial<RetryPolicy>
  /** True for a service that may be the operator's, too: it is sent `traceparent` and continues the trace. */
  readonly continuesTrace?: boolean
}

/** Opens upstreams, which are all counted in the same metrics. */
export interface Upstreams {
  open(settings: UpstreamSettings): Upstream & FileUpstream
}
