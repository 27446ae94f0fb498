import type { Static, TSchema } from 'typebox'
import type { ErrorCode, OAuthErrorCode } from './errors.ts'
import type { LimitGroup } from './limits.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `P`, `S` and `O` of the spec ("Endpoints"), and other kinds of authentication. */
export type Auth =
  | 'public'
  | 'session'
  /** A session, where the request has one. */
  | 'optional-session'
  | 'same-origin'
  | 'signature'
  | 'application'
  | 'bearer'
  | 'admin'

export type Tag =
  | 'catalog'
  | 'insights'
  | 'account'
  | 'creator'
  | 'discord'
  | 'world'
  | 'oauth'
  | 'interop'
  | 'admin'
  | 'service'

/** A request that succeeds on any index, even an empty one; the contract test sends it. */
export interface RouteExample {
  /** The query string without `?`, encoded. */
  readonly query?: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The request and answer that the reference shows, when those generated from the schemas would mislead. */
export interface RouteSample extends RouteExample {
  /** Values of the answer that do not follow from the request. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly answer?: unknown
}

/** A route as data, from which validation, OpenAPI, the client, the reference and the contract tests are made. */
export interface RouteContract {
  /** Operation id, `camelCase`, unique. */
  readonly id: string
  readonly method: Method
  /** Path under `{base_url}`, parameters in braces: `/avatars/{id}/track`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: Tag
  readonly auth: Auth
  /** True when a personal key may replace the session. */
  readonly acceptsKey?: boolean
  /**
   * True when browsers are sent here: scripts of other origins may not read the answer (RFC 9700 §2.6), and errors are
   * pages for those who ask for `text/html`.
   */
  readonly isNavigation?: boolean
  readonly limit: LimitGroup
  readonly params?: TSchema
  /** An object schema; see `createQueryReader` for how its properties are read from a query string. */
  readonly query?: TSchema
  /** Request headers of this route, as an object schema of strings. */
  readonly headers?: TSchema
  readonly body?: TSchema
  /** Media types of the body; JSON alone when absent. */
  readonly bodyMedia?: readonly string[]
  /** Largest body that is read, in bytes; see `bodyLimitOf`. */
  readonly bodyLimit?: number
  /** Body of the success answer, and its status when it is not 200. A redirect has no body. */
  readonly response: TSchema
  readonly status?: number
  /** `Cache-Control` of the success answer; when absent, caches revalidate reads and store no answer to a write. */
  readonly cacheControl?: string
  /** Media type of the success answer when it is not JSON; `response` then describes one frame or line. */
  readonly media?: string
  /** Codes of the error table that this route can answer, beyond those every route can (`errorsOf`). */
  readonly errors: readonly ErrorCode[]
  /** Errors in the shape of RFC 6749 that this route can answer. */
  readonly oauthErrors?: readonly OAuthErrorCode[]
  /** False when the spec does not have it: an extension of ours. */
  readonly inSpec: boolean
  readonly examples?: readonly RouteExample[]
  readonly sample?: RouteSample
}

const SMALL_BODY = 4 * 1024

/** Largest body that a route reads, in bytes; 4 KiB by default. */
export function bodyLimitOf({ bodyLimit = SMALL_BODY }: Pick<RouteContract, 'bodyLimit'>): number {
  return bodyLimit
}

export interface RouteInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** A route as it is declared: `errors` may be left out where it has none of its own. */
type RouteDefinition = Omit<RouteContract, 'id' | 'errors'> & Partial<Pick<RouteContract, 'errors'>>

type DefaultErrors<Route> = Route extends { readonly errors: unknown }
  ? unknown
  : { readonly errors: readonly [] }

/** The exact type of a route; `RouteDefinition` for one that is none, so that the compiler names the wrong property. */
type Checked<Route> = Route extends RouteDefinition
  ? keyof Route extends keyof RouteDefinition
    ? Route
    : RouteDefinition
  : RouteDefinition

/** Gives each route its key as id, and keeps the exact types of its schemas. */
export function defineRoutes<const Routes extends Record<string, object>>(
  routes: {
    readonly [Id in keyof Routes]: Checked<Routes[Id]>
  },
): {
  readonly [Id in keyof Routes & string]: Checked<Routes[Id]> &
    DefaultErrors<Routes[Id]> & { readonly id: Id }
} {
  const named = Object.entries(routes).map(([id, route]) => [id, { id, errors: [], ...route }])
  return Object.fromEntries(named)
}

type StaticOf<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise

/** The input of handlers, in which parameters with a default are always present. */
export type QueryOf<Route> = StaticOf<Route extends { readonly query: infer Schema } ? Schema : null, unknown>
export type ParamsOf<Route> = StaticOf<
  Route extends { readonly params: infer Schema } ? Schema : null,
  unknown
>
export type BodyOf<Route> = StaticOf<Route extends { readonly body: infer Schema } ? Schema : null, unknown>

type NamedInput<Route, Name extends 'params' | 'body'> = Route extends {
  readonly [Key in Name]: infer Schema extends TSchema
}
  ? { readonly [Key in Name]: Static<Schema> }
  : unknown

type QueryInput<Route> = Route extends { readonly query: infer Schema extends TSchema }
  ? { readonly query?: { readonly [Name in keyof Static<Schema>]?: Static<Schema>[Name] | undefined } }
  : unknown

/** The input of a call to a route; every parameter of the query is optional. */
export type CallInput<Route> = NamedInput<Route, 'params'> & NamedInput<Route, 'body'> & QueryInput<Route>

/** Errors of a route besides `oauthErrors`: its own, and those that its input and authentication imply. */
export function errorsOf(route: Omit<RouteContract, 'id'>): ErrorCode[] {
  const isWrite = route.method !== 'GET'
  const isSession = route.auth === 'session' || route.auth === 'same-origin'
  const implied: ErrorCode[] = []
  // Routes of OAuth refuse invalid input with `oauthErrors` instead.
  const refusesInput = route.oauthErrors === undefined
  if (refusesInput && (route.query !== undefined || route.params !== undefined))
    implied.push('invalid_parameter')
  if (refusesInput && route.body !== undefined) {
    implied.push('malformed_json', 'invalid_body', 'unsupported_media_type')
  }
  if (isWrite) implied.push('body_too_large')
  if (isWrite || route.limit === 'bulk') implied.push('too_much_at_once')
  if (isSession) implied.push('sign_in_required')
  if (route.acceptsKey) implied.push('key_scope_missing')
  if (route.auth === 'admin') implied.push('admin_token_required')
  if (DATABASE_AUTHS.includes(route.auth)) implied.push('unavailable')
  if ((isSession || route.auth === 'admin') && isWrite) implied.push('origin_not_allowed')
  return [...new Set<ErrorCode>([...implied, ...route.errors, ...COMMON_ERRORS])]
}

const DATABASE_AUTHS: readonly Auth[] = [
  'session',
  'optional-session',
  'same-origin',
  'application',
  'bearer',
  'admin',
]

const COMMON_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'rate_limited',
  'internal',
  'not_ready',
  'overloaded',
]
