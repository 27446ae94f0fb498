import type { ErrorBody, ErrorCode } from '@avatary/contract/errors'
import type { CallInput, RouteInput } from '@avatary/contract/route'
import type { RoutesById } from '@avatary/contract/routes/all'
import type { Static, TSchema } from 'typebox'

type RouteKeyOf<Route> = Route extends {
  method: infer Method extends string
  path: infer Path extends string
}
  ? `${Method} ${Path}`
  : never

/** The routes of the contract by method and path, such as `GET /avatars/search`. */
type RoutesByKey = {
  readonly [Id in keyof RoutesById as RouteKeyOf<RoutesById[Id]>]: RoutesById[Id]
}
/** A method and a path, such as `GET /avatars/search`. */
export type RouteKey = keyof RoutesByKey
/** Routes that only read. */
export type ReadRouteKey = Extract<RouteKey, `GET ${string}`>

export type Input<Key extends RouteKey> = CallInput<RoutesByKey[Key]> &
  Pick<RouteInput, 'headers' | 'signal'> &
  HeaderReader

interface HeaderReader {
  /** Called with the headers of a successful answer. */
  readonly onHeaders?: (headers: Headers) => void
}

/** The body of a successful answer of a route. */
export type Answer<Key extends RouteKey> = RoutesByKey[Key] extends {
  readonly response: infer Schema extends TSchema
}
  ? Static<Schema>
  : never

/**
 * The server's error codes and some of our own: no connection, no answer, an answer that the contract does not allow, a
 * refused search text, or an unavailable upstream whose name is known.
 */
export type RefusalCode =
  | ErrorCode
  | 'offline'
  | 'unreachable'
  | 'unexpected_answer'
  | 'search_too_complex'
  | 'discord_unavailable'
  | 'community_unavailable'
  | 'membership_unavailable'

/** Prefixes of the paths that depend on an upstream, each with the code that names that upstream. */
const UPSTREAM_CODES = [
  ['/discord/', 'discord_unavailable'],
  ['/creator/', 'community_unavailable'],
  ['/world/supporters', 'membership_unavailable'],
] as const

/** A failed request: the server answered an error, or did not answer. */
export class Refusal extends Error {
  /** 0 when the server was not reached. */
  readonly status: number
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | null
  /** The id of the request in the server's log. */
  readonly requestId: string | null
  /** The field whose value is invalid; null for other reasons. */
  readonly field: string | null

  constructor(status: number, code: RefusalCode, headers?: Headers, field: string | null = null) {
    super(code)
    this.status = status
    this.code = code
    this.field = field
    const seconds = Number.parseInt(headers?.get('Retry-After') ?? '', 10)
    this.retryAfterSeconds = Number.isNaN(seconds) ? null : seconds
    this.requestId = headers?.get('X-Request-Id') ?? null
  }
}

/** The refusal for a request without an answer. */
export function noAnswer(): Refusal {
  return new Refusal(0, navigator.onLine ? 'unreachable' : 'offline')
}

let loadErrorTexts = async () => {}

/** Sets the function by which `ask` loads the texts that explain an error of the server, before it throws it. */
export function setErrorTextsLoader(load: () => Promise<void>): void {
  loadErrorTexts = load
}

/** The fraction of this minute's rate limit that is left, from 0 to 1. */
let limitShareLeft = 1

/** True while more than a fifth of the limit of this minute is left. */
export function mayPrefetch(): boolean {
  return limitShareLeft > 0.2
}

/**
 * Requests a route of the contract.
 * @throws Refusal for every answer but a success, and when there is none; an `AbortError` when it was cancelled.
 */
export async function ask<Key extends RouteKey>(route: Key, input: Input<Key>): Promise<Answer<Key>> {
  const [method, path] = route.split(' ') as [string, string]
  const { params, query, body, headers, signal, onHeaders } = input as object as RouteInput & HeaderReader
  const init: RequestInit = { method, headers: { ...headers }, signal: signal ?? null }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { ...headers, 'Content-Type': 'application/json' }
  }
  const response = await send(routeUrl(path, params, query), init)
  noteLimit(response.headers)
  if (!response.ok) throw await refusalOf(response, path)
  onHeaders?.(response.headers)
  return (await readJson(response)) as Answer<Key>
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (isCancelled(error)) throw error
    throw noAnswer()
  }
}

/** The URL of a route with its parameters, for links and requests. */
export function routeUrl(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const queryParams = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) queryParams.set(name, String(value))
  return queryParams.size === 0 ? `/api${filledPath}` : `/api${filledPath}?${queryParams}`
}

function noteLimit(headers: Headers): void {
  const limit = Number(headers.get('RateLimit-Limit'))
  if (limit > 0) limitShareLeft = Number(headers.get('RateLimit-Remaining')) / limit
}

async function refusalOf(response: Response, path: string): Promise<Refusal> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  await loadErrorTexts()
  const code = body?.code ?? 'unexpected_answer'
  if (code === 'invalid_parameter' && body?.field === 'q')
    return new Refusal(response.status, 'search_too_complex')
  const upstream = UPSTREAM_CODES.find(([prefix]) => path.startsWith(prefix))
  const shownCode = code === 'upstream_unavailable' && upstream ? upstream[1] : code
  return new Refusal(response.status, shownCode, response.headers, body?.field)
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return response.status === 204 ? undefined : await response.json()
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Refusal(response.status, 'unexpected_answer', response.headers)
    // The connection broke before the whole body arrived.
    throw isCancelled(error) ? error : noAnswer()
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
