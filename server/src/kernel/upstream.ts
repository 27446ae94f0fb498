import type { Static, TSchema, TUnknown } from 'typebox'

/**
 * Why an upstream could not be used:
 * - `unreachable`: no connection; `broken_off`: the connection ended before the answer did;
 * - `timeout`: no whole answer in time;
 * - `server_error`: 5xx, or another status by which a server says "not now";
 * - `garbage`: something that is no JSON; `unexpected`: JSON that is not what was asked for;
 * - `too_large`: more bytes than any proper answer has;
 * - `redirected`: sent elsewhere, where nobody follows;
 * - `resting`: not asked, because it failed too often in a row.
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

/** A 4xx that asking again does not change: who asks, or what is asked for, is not accepted. */
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
  /** `other` is mostly the page of a server in between, which knows nothing of what was asked for. */
  readonly body: 'none' | 'json' | 'other'
}

/** 429, or not asked because an earlier 429 still holds. */
interface UpstreamLimited {
  readonly kind: 'limited'
  /** Milliseconds from now; null when the upstream did not say. */
  readonly retryAfterMs: number | null
}

export interface UpstreamUnavailable {
  readonly kind: 'unavailable'
  readonly fault: UpstreamFault
  /** Text for logs, without anything of the request in it. */
  readonly reason: string
  /** Milliseconds from now; null when nobody said. */
  readonly retryAfterMs: number | null
}

/** Never logged, and taken out of what the upstream says. */
export type UpstreamCredentials =
  | { readonly kind: 'bearer' | 'bot'; readonly token: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'cookies'; readonly cookies: Readonly<Record<string, string>> }

export interface UpstreamRequest<Schema extends TSchema = TUnknown> {
  /** Values for the `{names}` of the path; they are percent-encoded. */
  readonly params?: Readonly<Record<string, string>>
  /** Undefined ones are left out; of a list each is sent under the name. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly credentials?: UpstreamCredentials
  /** Schema of the answer; keys that it does not name are left in the value. */
  readonly schema?: Schema
  /** Aborting throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Requests at most, if other than the upstream's own; those that are not safe to repeat are sent once. */
  readonly tries?: number
}

export interface UpstreamSending<Schema extends TSchema = TUnknown> extends UpstreamRequest<Schema> {
  readonly body?: UpstreamBody
}

type UpstreamBody =
  | { readonly json: unknown }
  /** `application/x-www-form-urlencoded`. */
  | { readonly form: Readonly<Record<string, string>> }

/** A service of others that is asked over HTTP for JSON. */
export interface Upstream {
  /** Name in logs and metrics. */
  readonly name: string
  /**
   * @param path below the upstream's address: empty, or with a slash first. It is logged, so what differs from
   *   request to request stands as `{name}` and is given in `params`.
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

/** A file, or where else it is: whoever asks decides whether to go there. */
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

/** A host of files of others. No cookies, no credentials: what it gives, it gives to anybody. */
export interface FileUpstream {
  /** Name in logs and metrics. */
  readonly name: string
  /** @param place below the upstream's address: a slash, then path and query as they stand in a URL. Never logged. */
  download(place: string, request: DownloadRequest): Promise<UpstreamAnswer<Download>>
}

export interface UpstreamLimits {
  /** Until the head of the answer has come, connecting included. */
  readonly headMs: number
  /** Until the whole answer has come. */
  readonly wholeMs: number
  /** Bytes of a body, unpacked. */
  readonly largestBody: number
}

export interface RetryPolicy {
  /** Requests at most. */
  readonly tries: number
  /** Longest pause before the second try; doubled before each further one. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** All tries with the pauses between them; a pause that does not fit is not begun. */
  readonly totalMs: number
}

export interface UpstreamSettings {
  /** As it stands in logs and metrics. */
  readonly name: string
  /** http: or https:, without a slash at its end. */
  readonly baseUrl: string
  /** For services that want one of a certain form; else made of the program's name and version, and `contact`. */
  readonly userAgent?: string
  /** How the service can reach the operator, where it expects another form than the others. */
  readonly contact?: string
  readonly limits?: Partial<UpstreamLimits>
  readonly retry?: Partial<RetryPolicy>
}

/** Services of others, all counted in the same metrics. */
export interface Upstreams {
  open(settings: UpstreamSettings): Upstream & FileUpstream
}
