import type { Static, TSchema } from 'typebox'
import type { ErrorCode, OAuthErrorCode } from './errors.ts'
import type { LimitGroup } from './limits.ts'
import type { RouteTag } from './route-tags.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The senders of a request: `P`, `S` and `O` of the spec ("Endpoints"), and others. */
export type Auth =
  | 'public'
  | 'session'
  | 'optional-session'
  /** Uses the session; a write must have the header `Origin` with the origin of our pages. */
  | 'same-origin-session'
  /** Discord, which signs its requests. */
  | 'signature'
  /** An application, with its id and its secret if it has one. */
  | 'application'
  /** An application, with an access token of a person. */
  | 'bearer'
  | 'admin'

/** A request that succeeds on any index, even on an empty one; the contract test sends it. */
export interface ExampleRequest {
  /** The query string without `?`, encoded. */
  readonly query?: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * The request and answer that the page `/docs` shows, for routes where those generated from the schemas would mislead.
 */
export interface RouteSample extends ExampleRequest {
  /** Fields of the generated answer that do not follow from the request. */
  readonly answerValues?: Readonly<Record<string, unknown>>
  readonly answer?: unknown
}

/** The cost of a body in a rate limit (spec, "Limits"). */
export interface BodyCost {
  /** The property of the body that has the list. */
  readonly list: string
  /** Maximum number of entries that the route takes. */
  readonly maxEntries: number
  /**
   * The cost of a longer list. `one` also applies to a list longer than the limit per minute, which the limit would
   * always refuse, so that its sender gets an error that says why.
   */
  readonly costIfTooLong: 'one' | 'maximum'
}

/** A route as data. Validation, OpenAPI, the client, the reference and the contract tests are all made from it. */
export interface RouteContract {
  /** The operation id in `camelCase`, unique. */
  readonly id: string
  readonly method: Method
  /** Path under `{base_url}`, with parameters in braces: `/avatars/{id}/track`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: RouteTag
  readonly auth: Auth
  /** True when a personal key may replace the session. */
  readonly acceptsKey?: boolean
  /**
   * True when browsers navigate here. Then scripts of other origins may not read the answer (RFC 9700 §2.6), and errors
   * are pages for clients that accept `text/html`.
   */
  readonly isNavigation?: boolean
  readonly limit: LimitGroup
  /** A request costs one; with `bodyCost`, one for each entry of a list in its body, valid or not. */
  readonly bodyCost?: BodyCost
  readonly params?: TSchema
  /** An object schema; `createQueryReader` says how its properties are read from a query string. */
  readonly query?: TSchema
  /** Request headers of this route, as an object schema of strings. */
  readonly headers?: TSchema
  /** Absent when the route takes no body, even if it writes. */
  readonly body?: TSchema
  /** Media types of the body; only JSON when absent. */
  readonly bodyMediaTypes?: readonly string[]
  /** Maximum size of the body in bytes; see `bodyLimitOf`. */
  readonly bodyLimit?: number
  /** Body of the success answer, and its status if that is not 200. A redirect has no body. */
  readonly response: TSchema
  readonly status?: number
  /** `Cache-Control` of the success answer. By default caches revalidate reads, and do not store answers to writes. */
  readonly cacheControl?: string
  /** True when the answer counts an impression of each avatar in it. */
  readonly countsImpressions?: true
  /** Media type of the success answer if it is not JSON; `response` then describes one frame or one line. */
  readonly mediaType?: string
  /** Codes of the error table that this route can answer in addition to those that `errorsOf` derives. */
  readonly errors: readonly ErrorCode[]
  /** Errors in the shape of RFC 6749 that this route can answer. */
  readonly oauthErrors?: readonly OAuthErrorCode[]
  /** False for our own extensions of the spec. */
  readonly inSpec: boolean
  readonly exampleRequests?: readonly ExampleRequest[]
  readonly docsSample?: RouteSample
}

const DEFAULT_BODY_LIMIT = 4 * 1024

export function bodyLimitOf({ bodyLimit = DEFAULT_BODY_LIMIT }: Pick<RouteContract, 'bodyLimit'>): number {
  return bodyLimit
}

export interface RouteInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** A route as it is declared: `errors` may be omitted when it has none of its own. */
type RouteDefinition = Omit<RouteContract, 'id' | 'errors'> & Partial<Pick<RouteContract, 'errors'>>

type DefaultErrors<Route> = Route extends { readonly errors: unknown }
  ? unknown
  : { readonly errors: readonly [] }

/** The exact type of a valid route, or else `RouteDefinition`, so that the compiler names the wrong property. */
type Checked<Route> = Route extends RouteDefinition
  ? keyof Route extends keyof RouteDefinition
    ? Route
    : RouteDefinition
  : RouteDefinition

/** Sets each route's id to its key, and keeps the exact types of its schemas. */
export function defineRoutes<const Routes extends Record<string, object>>(
  routes: {
    readonly [Id in keyof Routes]: Checked<Routes[Id]>
  },
): {
  readonly [Id in keyof Routes & string]: Checked<Routes[Id]> &
    DefaultErrors<Routes[Id]> & { readonly id: Id }
} {
  const routesWithIds = Object.entries(routes).map(([id, route]) => [id, { id, errors: [], ...route }])
  return Object.fromEntries(routesWithIds)
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown

/** The input of a handler, in which parameters that have a default are always present. */
export type QueryOf<Route> = StaticOf<Route extends { readonly query: infer Schema } ? Schema : null>
export type ParamsOf<Route> = StaticOf<Route extends { readonly params: infer Schema } ? Schema : null>
export type BodyOf<Route> = StaticOf<Route extends { readonly body: infer Schema } ? Schema : null>

type NamedInput<Route, Name extends 'params' | 'body'> = Route extends {
  readonly [Key in Name]: infer Schema extends TSchema
}
  ? { readonly [Key in Name]: Static<Schema> }
  : unknown

type QueryInput<Route> = Route extends { readonly query: infer Schema extends TSchema }
  ? { readonly query?: { readonly [Name in keyof Static<Schema>]?: Static<Schema>[Name] | undefined } }
  : unknown

/** The input of a call to a route. All query parameters are optional. */
export type CallInput<Route> = NamedInput<Route, 'params'> & NamedInput<Route, 'body'> & QueryInput<Route>

/** Errors of a route other than `oauthErrors`: its own, and those that its input and authentication imply. */
export function errorsOf(route: Omit<RouteContract, 'id'>): ErrorCode[] {
  const isWrite = route.method !== 'GET'
  const isSession = route.auth === 'session' || route.auth === 'same-origin-session'
  const impliedErrors: ErrorCode[] = []
  // Routes of OAuth refuse invalid input with `oauthErrors` instead.
  const refusesInput = route.oauthErrors === undefined
  if (refusesInput && (route.query !== undefined || route.params !== undefined))
    impliedErrors.push('invalid_parameter')
  if (refusesInput && route.body !== undefined) {
    impliedErrors.push('malformed_json', 'invalid_body', 'unsupported_media_type')
  }
  if (isWrite) impliedErrors.push('body_too_large')
  if (isWrite || route.limit === 'bulk') impliedErrors.push('too_much_at_once')
  if (isSession) impliedErrors.push('sign_in_required')
  if (route.acceptsKey) impliedErrors.push('key_scope_missing')
  if (route.auth === 'admin') impliedErrors.push('admin_token_required')
  if (route.auth !== 'public' && route.auth !== 'signature') impliedErrors.push('unavailable')
  if ((isSession || route.auth === 'admin') && isWrite) impliedErrors.push('origin_not_allowed')
  return [...new Set<ErrorCode>([...impliedErrors, ...route.errors, ...COMMON_ERRORS])]
}

/** Errors of every route. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'rate_limited',
  'internal',
  'not_ready',
  'overloaded',
]

/** Fills the parameters of a route's path. */
export function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
}
