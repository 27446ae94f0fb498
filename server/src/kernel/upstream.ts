import type { Static, TSchema, TUnknown } from 'typebox'

/**
 * Reasons why an upstream gave no usable answer:
 * - `unreachable`: no connection; `broken_off`: the connection ended before the answer did;
 * - `timeout`: the answer was not complete in time;
 * - `server_error`: a 5xx, or another status that means "try again later";
 * - `garbage`: not JSON; `unexpected`: JSON that does not match the schema;
 * - `too_large`: more bytes than allowed;
 * - `redirected`: a redirect, which is not followed;
 * - `resting`: not called, because the circuit is open.
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

/** The outcome of a call to an upstream. Only bugs and aborted signals throw. */
export type UpstreamAnswer<Value = unknown> =
  | UpstreamOk<Value>
  | UpstreamRefused
  | UpstreamAbsent
  | UpstreamLimited
  | UpstreamUnavailable

/** A 2xx answer; `value` is undefined when the body is empty. */
interface UpstreamOk<Value> {
  readonly kind: 'ok'
  readonly status: number
  readonly value: Value
}

/** A 4xx that a retry would not change: the credentials or the request are not accepted. */
interface UpstreamRefused {
  readonly kind: 'refused'
  readonly status: number
  /** The upstream's own message, for logs: one line of at most 200 characters, possibly empty. */
  readonly message: string
  /** The upstream's error code (RFC 6749 `invalid_grant`, Discord's `10004`), if any. */
  readonly code: string | null
}

/** A 404 or 410. */
export interface UpstreamAbsent {
  readonly kind: 'absent'
  readonly status: number
  /** `other` is usually the error page of a proxy, which says nothing about the resource. */
  readonly body: 'none' | 'json' | 'other'
}

/** A 429, or not called because an earlier 429 is still in force. */
interface UpstreamLimited {
  readonly kind: 'limited'
  /** Milliseconds to wait from now; null when the upstream did not say. */
  readonly retryAfterMs: number | null
}

export interface UpstreamUnavailable {
  readonly kind: 'unavailable'
  readonly fault: UpstreamFault
  /** A reason for logs, without values of the request. */
  readonly reason: string
  /** Milliseconds to wait from now; null when unknown. */
  readonly retryAfterMs: number | null
}

/** Never logged, and removed from messages of the upstream. */
export type UpstreamCredentials =
  | { readonly kind: 'bearer' | 'bot'; readonly token: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'cookies'; readonly cookies: Readonly<Record<string, string>> }

export interface UpstreamRequest<Schema extends TSchema = TUnknown> {
  /** Values for the `{names}` of the path; they are percent-encoded. */
  readonly params?: Readonly<Record<string, string>>
  /** Undefined values are omitted; a list repeats its name for each item. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly credentials?: UpstreamCredentials
  /** Schema of the answer; additional keys stay in the value. */
  readonly schema?: Schema
  /** Aborting it makes the call throw the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Overrides that of the upstream's `RetryPolicy`. Requests that are not idempotent have only one attempt. */
  readonly maxAttempts?: number
  /** Refused statuses that are normal answers, and are not logged as failures. */
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
  /** The name in logs and metrics. */
  readonly name: string
  /**
   * @param path path below the base URL: empty, or starting with a slash. It is logged, so variable parts are
   * `{names}`, with their values in `params`.
   */
  get<Schema extends TSchema = TUnknown>(
    path: string,
    request?: UpstreamRequest<Schema>,
  ): Promise<UpstreamAnswer<Static<Schema>>>
  /** Any method other than GET; for `path` see `get`. */
  send<Schema extends TSchema = TUnknown>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    request?: UpstreamSending<Schema>,
  ): Promise<UpstreamAnswer<Static<Schema>>>
}

/** A downloaded file, or a redirect that the caller may follow. */
export type Download =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** A URL as the upstream gave it; may be relative. */
  | { readonly kind: 'redirect'; readonly url: string }

export interface DownloadRequest {
  /** Media types for the `Accept` header. */
  readonly accept: string
  readonly signal?: AbortSignal | undefined
}

/** An external host of public files, which is sent neither cookies nor credentials. */
export interface FileUpstream {
  readonly name: string
  /** @param target path and query of the URL, starting with a slash. Never logged. */
  download(target: string, request: DownloadRequest): Promise<UpstreamAnswer<Download>>
}

export interface UpstreamLimits {
  /** Milliseconds until the response headers have arrived, including connecting. */
  readonly headMs: number
  /** Milliseconds until the whole response has arrived. */
  readonly responseMs: number
  /** Maximum size of a body in bytes, after decompression. */
  readonly maxBodyBytes: number
}

export interface RetryPolicy {
  readonly maxAttempts: number
  /** Longest pause before the second attempt; it doubles before each further one. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** Milliseconds for all attempts and pauses together; a retry that cannot fit is not made. */
  readonly totalMs: number
}

export interface UpstreamSettings {
  readonly name: string
  /** An http: or https: URL without a trailing slash. */
  readonly baseUrl: string
  /** For services that require a certain form. The default is the program's name and version, and `contact`. */
  readonly userAgent?: string
  /** The operator's contact for this service, if other than the default. */
  readonly contact?: string
  readonly limits?: Partial<UpstreamLimits>
  readonly retry?: Partial<RetryPolicy>
  /** True for a service that the operator may run too: it is sent `traceparent` and can continue the trace. */
  readonly continuesTrace?: boolean
}

/** Opens upstreams, which share one set of metrics. */
export interface Upstreams {
  open(settings: UpstreamSettings): Upstream & FileUpstream
}
