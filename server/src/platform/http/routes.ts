import type { ErrorCode } from '@avatary/contract/errors'
import {
  createBodyReader,
  createParamsReader,
  createQueryReader,
  type InputReading,
} from '@avatary/contract/parse'
import { bodyLimitOf, type RouteContract } from '@avatary/contract/route'
import type { TSchema } from 'typebox'
import type { RouteHandler } from '../../handlers.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { failure, type Handler } from '../../kernel/answer.ts'
import { PAGE_HEADERS, type PageOptions } from '../../kernel/page-headers.ts'
import type { Person } from '../../kernel/person.ts'
import type { OverloadLevel } from '../limits/overload.ts'
import { NO_INPUT, type Reading } from './body.ts'
import { bodyCostOf } from './body-cost.ts'
import type { EndpointOptions } from './context.ts'
import { API_HEADERS, PUBLIC_HEADERS } from './headers.ts'
import type { HttpServer } from './server.ts'

export type RouteOptions = Pick<EndpointOptions, 'proof' | 'findCached'>

/** Handles a page or file outside `API_PREFIX`; `params` are those in the braces of its path. */
export type PageHandler = Handler<undefined, Readonly<Record<string, string>>, undefined, ErrorCode>

type AnyHandler = Handler<unknown, unknown, unknown, ErrorCode, { person: Person | null }>

/** Serves a route of the contract under `API_PREFIX`. */
export function registerRoute<const Route extends RouteContract>(
  server: HttpServer,
  route: Route,
  handler: RouteHandler<Route>,
  options: RouteOptions = {},
): void {
  const { method, path, status, limit, oauthErrors, cacheControl = standardCacheControl(route) } = route
  // OAuth's handlers read query and body themselves, because their errors have another shape (RFC 6749 §5.2).
  const { query, body, bodyMediaTypes = ['application/json'] } = oauthErrors === undefined ? route : {}
  const readParams = readerOf(route.params, createParamsReader, 'invalid_parameter')
  const readQuery = readerOf(query, createQueryReader, 'invalid_parameter')
  const readBody = readerOf(body, createBodyReader, 'invalid_body')
  // The readers produce exactly what this route's schemas describe.
  const handle = handler as unknown as AnyHandler
  const isForAnyOrigin = opensToAnyOrigin(route)
  server.addEndpoint(method, API_PREFIX + path, {
    name: `${method} ${path}`,
    group: limit,
    refusedFrom: refusedFrom(route),
    isBulk: isBulk(route),
    cacheControl,
    headers: isForAnyOrigin ? PUBLIC_HEADERS : API_HEADERS,
    status,
    bodyLimit: method === 'GET' ? undefined : bodyLimitOf(route),
    jsonMediaTypes: body && bodyMediaTypes,
    guard: server.guardOf(route),
    cost: bodyCostOf(route, server.limits),
    countsImpressions: route.countsImpressions,
    // A preflight carries no key, so it is always allowed; the guard decides whether scripts may read the answer
    // itself.
    isForAnyOrigin: isForAnyOrigin || route.acceptsKey === true,
    isForBrowsers: route.isNavigation,
    ...options,
    answer: async (context, json) => {
      const params = readParams(context.params)
      if (params.kind === 'failure') return params
      const query = readQuery(context.rawQuery)
      if (query.kind === 'failure') return query
      const body = readBody(json)
      if (body.kind === 'failure') return body
      const { person } = context
      return await handle({ query: query.value, params: params.value, body: body.value, person, context })
    },
  })
}

export function registerRoutes<const Routes extends Readonly<Record<string, RouteContract>>>(
  server: HttpServer,
  routes: Routes,
  handlers: { readonly [Id in keyof Routes]?: RouteHandler<Routes[Id]> },
  options: { readonly [Id in keyof Routes]?: RouteOptions } = {},
): void {
  for (const id of Object.keys(handlers)) registerRoute(server, routes[id]!, handlers[id]!, options[id])
}

/**
 * Serves a page or file outside `API_PREFIX`; pages count only in the limit `global`. A null path serves browsers at
 * paths without a route; that path is then the parameter `path`.
 */
export function registerPage(
  server: HttpServer,
  path: string | null,
  handler: PageHandler,
  { cacheControl = 'no-cache', isPublic, isFile, isForOperators, headers = PAGE_HEADERS }: PageOptions = {},
): void {
  server.addEndpoint('GET', path, {
    name: path === null ? 'no page' : `GET ${path}`,
    group: isFile ? 'files' : 'none',
    refusedFrom: isForOperators ? 0 : 3,
    cacheControl,
    headers: isPublic ? PUBLIC_HEADERS : headers,
    isForBrowsers: !isPublic,
    answer: context => handler({ query: undefined, params: context.params, body: undefined, context }),
  })
}

/** Overload level from which a route is refused, 0 for never. It is low for bulk reads, which programs retry. */
function refusedFrom({ tag, limit, auth }: RouteContract): OverloadLevel {
  if (limit === 'exempt' || auth === 'admin') return 0
  if (isBulk({ tag, limit }) || tag === 'insights') return 1
  return tag === 'catalog' && limit === 'read' ? 3 : 2
}

function isBulk({ tag, limit }: Pick<RouteContract, 'tag' | 'limit'>): boolean {
  return limit === 'bulk' || tag === 'interop'
}

/** Caches revalidate a read by ETag each time, and store no answer to a write. */
function standardCacheControl({ method, auth }: RouteContract): string {
  if (method !== 'GET' || auth === 'admin' || auth === 'bearer') return 'no-store'
  return auth === 'public' ? 'no-cache' : 'private, no-cache'
}

/** True when scripts of other origins may use the route, because no cookie authorises it. */
function opensToAnyOrigin({ auth, isNavigation = false }: RouteContract): boolean {
  return !isNavigation && (auth === 'public' || auth === 'application' || auth === 'bearer')
}

type ReaderOf<Raw> = (raw: Raw) => InputReading<unknown>

/** Compiles the schema at the first request: compiling those of all routes takes a fifth of a start's CPU time. */
function readerOf<Raw>(
  schema: TSchema | undefined,
  createReader: (schema: TSchema) => ReaderOf<Raw>,
  code: ErrorCode,
) {
  let read: ReaderOf<Raw> | undefined
  return (raw: Raw): Reading => {
    if (schema === undefined) return NO_INPUT
    read ??= createReader(schema)
    const reading = read(raw)
    if (reading.kind !== 'invalid') return reading
    const { message, parameter } = reading.error
    return { ...failure(code, message), field: parameter === '' ? undefined : parameter }
  }
}
