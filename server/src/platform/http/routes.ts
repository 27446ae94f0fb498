import type { ErrorCode } from '@avatary/contract/errors'
import {
  createBodyReader,
  createParamsReader,
  createQueryReader,
  type InputReading,
} from '@avatary/contract/parse'
import { bodyLimitOf, type RouteContract } from '@avatary/contract/route'
import type { HandlersOf, RouteHandler } from '../../handlers.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { failure, type Handler } from '../../kernel/answer.ts'
import type { Person } from '../../kernel/person.ts'
import { NOTHING, type Reading } from './body.ts'
import type { EndpointOptions } from './context.ts'
import { guardOf } from './guards.ts'
import {
  API_HEADERS,
  type HeaderList,
  PAGE_HEADERS,
  PUBLIC_HEADERS,
  SCRIPTED_PAGE_HEADERS,
} from './headers.ts'
import type { HttpServer } from './server.ts'

const JSON_MEDIA = ['application/json']

export type RouteOptions = Pick<EndpointOptions, 'cost' | 'proof' | 'cached'>

/** Handles a page or file outside `API_PREFIX`; `params` are those in the braces of its path. */
export type PageHandler = Handler<undefined, Readonly<Record<string, string>>, undefined, ErrorCode>

export interface PageOptions {
  readonly cacheControl?: string
  /** `PAGE_HEADERS` when absent. */
  readonly headers?: HeaderList
  /** True for pages that run our scripts, which gives them `SCRIPTED_PAGE_HEADERS`. */
  readonly isScripted?: boolean
  /** True for built files, which have a limit of their own. */
  readonly isFile?: boolean
  /** True for pages that show the catalog: they answer 503 until the process is ready. */
  readonly needsCatalog?: boolean
  /** True when scripts of any origin may read it. */
  readonly isPublic?: boolean
}

type AnyHandler = Handler<unknown, unknown, unknown, ErrorCode, { person: Person | null }>

/** Serves a route of the contract under `API_PREFIX`. */
export function registerRoute<const Route extends RouteContract>(
  server: HttpServer,
  route: Route,
  handler: RouteHandler<Route>,
  options: RouteOptions = {},
): void {
  const readers = readersOf(route)
  // The readers make exactly what the schemas of this route describe.
  const handle = handler as unknown as AnyHandler
  server.addEndpoint(route.method, API_PREFIX + route.path, {
    name: `${route.method} ${route.path}`,
    group: route.limit,
    cacheControl: route.cacheControl ?? standardCacheControl(route),
    headers: isForAnyOrigin(route) ? PUBLIC_HEADERS : API_HEADERS,
    status: route.status,
    bodyLimit: route.method === 'GET' ? undefined : bodyLimitOf(route),
    jsonMedia:
      route.body === undefined || isReadByHandler(route) ? undefined : (route.bodyMedia ?? JSON_MEDIA),
    guard: guardOf(route, server.guards),
    isForAnyOrigin: isForAnyOrigin(route),
    ...options,
    answer: async (context, json) => {
      const params = readers.params(context.params)
      if (!params.ok) return params.failure
      const query = readers.query(context.rawQuery)
      if (!query.ok) return query.failure
      const body = readers.body(json)
      if (!body.ok) return body.failure
      const { person } = context
      return await handle({ query: query.value, params: params.value, body: body.value, person, context })
    },
  })
}

/** Serves the routes for which there are handlers. */
export function registerRoutes<const Routes extends Readonly<Record<string, RouteContract>>>(
  server: HttpServer,
  routes: Routes,
  handlers: HandlersOf<Routes>,
  options: { readonly [Id in keyof Routes]?: RouteOptions } = {},
): void {
  for (const id of Object.keys(handlers)) registerRoute(server, routes[id]!, handlers[id]!, options[id])
}

/** Serves a page or file outside `API_PREFIX`; the backstop alone limits pages. */
export function registerPage(
  server: HttpServer,
  path: string,
  handler: PageHandler,
  {
    cacheControl = 'no-cache',
    isPublic = false,
    isScripted = false,
    isFile = false,
    headers,
  }: PageOptions = {},
): void {
  server.addEndpoint('GET', path, {
    name: `GET ${path}`,
    group: isFile ? 'files' : 'none',
    cacheControl,
    headers: headers ?? (isPublic ? PUBLIC_HEADERS : isScripted ? SCRIPTED_PAGE_HEADERS : PAGE_HEADERS),
    answer: async context => {
      const params = context.params as Readonly<Record<string, string>>
      return await handler({ query: undefined, params, body: undefined, context })
    },
  })
}

/** Serves a page to browsers at addresses of no route. */
export function registerNotFoundPage(server: HttpServer, handler: PageHandler): void {
  server.setNotFoundPage({
    name: 'no page',
    group: 'none',
    cacheControl: 'no-store',
    headers: SCRIPTED_PAGE_HEADERS,
    answer: async context => await handler({ query: undefined, params: {}, body: undefined, context }),
  })
}

/** Caches revalidate each time, by ETag, and store no answer to a write. */
function standardCacheControl({ method, auth }: RouteContract): string {
  if (method !== 'GET' || auth === 'admin' || auth === 'bearer') return 'no-store'
  return auth === 'public' ? 'no-cache' : 'private, no-cache'
}

/** True when scripts of other origins may use the route, because no cookie opens it. */
function isForAnyOrigin({ auth, isNavigation = false }: RouteContract): boolean {
  return !isNavigation && (auth === 'public' || auth === 'application' || auth === 'bearer')
}

/** True for OAuth's routes, whose handlers read query and body: their refusals have another shape (RFC 6749 §5.2). */
function isReadByHandler({ oauthErrors }: RouteContract): boolean {
  return oauthErrors !== undefined
}

function readersOf(route: RouteContract) {
  const { params } = route
  const { query, body } = isReadByHandler(route) ? {} : route
  return {
    params: params ? orRefusal(createParamsReader(params), 'invalid_parameter') : takesNothing,
    query: query ? orRefusal(createQueryReader(query), 'invalid_parameter') : takesNothing,
    body: body ? orRefusal(createBodyReader(body), 'invalid_body') : takesNothing,
  }
}

function orRefusal<Raw>(read: (raw: Raw) => InputReading<unknown>, code: ErrorCode): (raw: Raw) => Reading {
  return raw => {
    const reading = read(raw)
    return reading.ok ? reading : { ok: false, failure: failure(code, reading.error.message) }
  }
}

const takesNothing = () => NOTHING
