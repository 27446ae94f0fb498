import type { Static } from 'typebox'
import type { ErrorCode, OAuthErrorCode } from '#contract/errors'
import { type CallInput, pathWith, type RouteContract, type RouteInput } from '#contract/route'
import { ROUTES_BY_ID, type RouteId, type RoutesById } from '#contract/routes/all'

/** The part of the global `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Error codes of the server, and two of the client for servers that do not answer by the contract. */
export type ClientErrorCode = ErrorCode | OAuthErrorCode | 'unreachable' | 'unexpected_answer'

export interface ClientError {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /** A newer server may send other codes. */
  readonly code: ClientErrorCode
  readonly message: string
  /** Seconds to wait before the next attempt, if the server gave them. */
  readonly retryAfterSeconds?: number
}

/** The values of the `RateLimit-*` headers. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export type ClientAnswer<Value> =
  | { readonly kind: 'value'; readonly value: Value; readonly rateLimit: RateLimit | null }
  | { readonly kind: 'failure'; readonly error: ClientError; readonly rateLimit: RateLimit | null }

/** The routes whose answer is JSON, neither a stream nor a redirect for browsers. */
export type ClientRouteId = {
  [Id in RouteId]: RoutesById[Id] extends { readonly mediaType: string } | { readonly status: 303 }
    ? never
    : Id
}[RouteId]

export type ClientInput<Id extends ClientRouteId> = CallInput<RoutesById[Id]> &
  Pick<RouteInput, 'headers' | 'signal'>

export type ClientValue<Id extends ClientRouteId> = Static<RoutesById[Id]['response']>

type ClientMethod<Id extends ClientRouteId> =
  object extends ClientInput<Id>
    ? (input?: ClientInput<Id>) => Promise<ClientAnswer<ClientValue<Id>>>
    : (input: ClientInput<Id>) => Promise<ClientAnswer<ClientValue<Id>>>

/** One method per route, named by the route's id. */
export type Client = { readonly [Id in ClientRouteId]: ClientMethod<Id> }

export interface ClientOptions {
  /** Base address of the interface, without a trailing slash: `https://avatars.example/api` */
  readonly baseUrl: string
  readonly fetch: Fetch
  /** Headers of every request; `User-Agent` and `Authorization` belong here. */
  readonly headers?: Readonly<Record<string, string>>
  /** The current time in milliseconds since the epoch, needed when `Retry-After` is a date; `Date.now` by default. */
  readonly now?: () => number
}

/**
 * Makes a client of an Avatary server with the types of the contract. Errors of the server and an unreachable server
 * are values; only an aborted call throws.
 *
 * @example
 * const client = createClient({ baseUrl, fetch })
 * const found = await client.searchAvatars({ query: { q: 'fox', limit: 3 } })
 * if (found.kind === 'value') console.log(found.value.total)
 */
export function createClient(options: ClientOptions): Client {
  const methods: Record<string, (input?: RouteInput) => Promise<ClientAnswer<unknown>>> = {}
  for (const route of Object.values<RouteContract>(ROUTES_BY_ID)) {
    if (route.mediaType === undefined && route.status !== 303) {
      methods[route.id] = (input = {}) => call(route, input, options)
    }
  }
  // `Client` is derived from `ROUTES_BY_ID` by the same condition.
  return methods as object as Client
}

async function call(
  route: RouteContract,
  input: RouteInput,
  { baseUrl, fetch, headers, now = Date.now }: ClientOptions,
): Promise<ClientAnswer<unknown>> {
  const hasBody = input.body !== undefined
  const init: RequestInit = {
    method: route.method,
    headers: {
      Accept: 'application/json',
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...headers,
      ...input.headers,
    },
    ...(hasBody && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  }
  try {
    return await answerOf(await fetch(baseUrl + targetOf(route.path, input), init), now)
  } catch (error) {
    if (input.signal?.aborted) throw error
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failure', error: { status: 0, code: 'unreachable', message }, rateLimit: null }
  }
}

function targetOf(path: string, { params = {}, query = {} }: RouteInput): string {
  const target = pathWith(path, params)
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodedValue(value)}`)
  return pairs.length === 0 ? target : `${target}?${pairs.join('&')}`
}

function encodedValue(value: unknown): string {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.map(each => encodeURIComponent(String(each))).join(',')
}

async function answerOf(response: Response, now: () => number): Promise<ClientAnswer<unknown>> {
  const rateLimit = rateLimitOf(response.headers)
  const body = await bodyOf(response)
  if (response.ok && body !== undefined) return { kind: 'value', value: body, rateLimit }
  return { kind: 'failure', error: errorOf(response, body, now), rateLimit }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads an error body in our own shape or in that of RFC 6749. */
function errorOf({ status, ok, headers }: Response, body: unknown, now: () => number): ClientError {
  const retryAfterSeconds = retryAfterOf(headers, now)
  const retry = retryAfterSeconds === null ? {} : { retryAfterSeconds }
  if (!ok && typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string') {
    if ('code' in body) return { status, code: body.code as ErrorCode, message: body.error, ...retry }
    const message = 'error_description' in body ? String(body.error_description) : body.error
    return { status, code: body.error as OAuthErrorCode, message, ...retry }
  }
  const message = `The server answered ${status} in a way that the contract does not know.`
  return { status, code: 'unexpected_answer', message, ...retry }
}

/** Reads seconds or a date (RFC 9110 §10.2.3). */
function retryAfterOf(headers: Headers, now: () => number): number | null {
  const untilMs = Date.parse(headers.get('Retry-After') ?? '')
  const seconds = numberOf(headers, 'Retry-After')
  if (seconds !== null || Number.isNaN(untilMs)) return seconds
  return Math.max(0, Math.ceil((untilMs - now()) / 1000))
}

function rateLimitOf(headers: Headers): RateLimit | null {
  const limit = numberOf(headers, 'RateLimit-Limit')
  const remaining = numberOf(headers, 'RateLimit-Remaining')
  const resetSeconds = numberOf(headers, 'RateLimit-Reset')
  if (limit === null || remaining === null || resetSeconds === null) return null
  return { limit, remaining, resetSeconds }
}

function numberOf(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
