import type { ErrorCode } from '@avatary/contract/errors'
import { bodyLimitOf, type RouteContract } from '@avatary/contract/route'
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { HandlersOf, RouteHandler } from '../../handlers.ts'
import type { Answer, Failure, Handler, RequestContext } from '../../kernel/answer.ts'
import type { Person } from '../../kernel/person.ts'
import { type Admission, admissionOf } from './admission.ts'
import type { Endpoint, Exchange } from './exchange.ts'
import { API_HEADERS, type HeaderList, PAGE_HEADERS, PUBLIC_HEADERS } from './headers.ts'
import { isReadByHandler, NOTHING, type RouteReaders, readersOf, readJson } from './readers.ts'
import { API_PREFIX, type HttpServer } from './server.ts'

export interface RouteOptions {
  /** What a request costs in its limit group by its body, which is not validated yet; one when absent. */
  readonly cost?: (body: unknown) => number
  /** What a request must prove by its own bytes; no limit is for one that does. */
  readonly proof?: Proof
}

/** Both tell why a request is refused; null = it is not. */
interface Proof {
  /** Before the body is read. */
  readonly byHead: (head: Pick<RequestContext, 'headers'>) => Failure<ErrorCode> | null
  /** Before the body is taken for anything. */
  readonly byBody: (request: Pick<RequestContext, 'headers' | 'rawBody'>) => Failure<ErrorCode> | null
}

/** What handles a page or file outside the interface. */
export type PageHandler = Handler<undefined, undefined, undefined, ErrorCode>

export interface PageOptions {
  readonly cacheControl?: string
  /** On every answer; those of a page that runs no script and sends no form when absent. */
  readonly headers?: HeaderList
}

type AnyHandler = Handler<unknown, unknown, unknown, ErrorCode, { person: Person | null }>

/** Serves a route of the contract under the interface's path: limits, readers, then the handler. */
export function registerRoute<const Route extends RouteContract>(
  server: HttpServer,
  route: Route,
  handler: RouteHandler<Route>,
  options: RouteOptions = {},
): void {
  const endpoint = endpointOf(server, route)
  const readers = readersOf(route)
  // The readers make exactly what the schemas of this route describe.
  const handle = handler as unknown as AnyHandler
  const admission = admissionOf(route, server.door)
  if (route.method === 'GET') registerRead(server, route, endpoint, readers, handle, admission)
  else registerWrite(server, route, endpoint, readers, handle, admission, options)
}

/** Serves the routes that `handlers` has handlers for, by their ids. */
export function registerRoutes<const Routes extends Readonly<Record<string, RouteContract>>>(
  server: HttpServer,
  routes: Routes,
  handlers: HandlersOf<Routes>,
  options: { readonly [Id in keyof Routes]?: RouteOptions } = {},
): void {
  for (const id of Object.keys(handlers)) registerRoute(server, routes[id]!, handlers[id]!, options[id])
}

/** Serves a page or file outside the interface, which only the backstop limits. */
export function registerPage(
  server: HttpServer,
  path: string,
  handler: PageHandler,
  { cacheControl = 'no-cache', headers = PAGE_HEADERS }: PageOptions = {},
): void {
  const endpoint = server.gate.endpoint({
    name: `GET ${path}`,
    group: 'none',
    cacheControl,
    headers,
  })
  server.allowed.add('GET', path, false)
  addRead(server, path, endpoint, exchange =>
    handler({ query: undefined, params: undefined, body: undefined, context: exchange }),
  )
}

function endpointOf(server: HttpServer, route: RouteContract): Endpoint {
  const isPublic = route.auth === 'public'
  const isStored = route.method === 'GET' && route.auth !== 'admin' && route.auth !== 'bearer'
  const standard = !isStored ? 'no-store' : isPublic ? 'no-cache' : 'private, no-cache'
  return server.gate.endpoint({
    name: `${route.method} ${route.path}`,
    group: route.limit,
    bodyLimit: bodyLimitOf(route),
    status: route.status ?? 200,
    cacheControl: route.cacheControl ?? standard,
    headers: isForAnyOrigin(route) ? PUBLIC_HEADERS : API_HEADERS,
  })
}

function registerRead(
  server: HttpServer,
  route: RouteContract,
  endpoint: Endpoint,
  readers: RouteReaders,
  handler: AnyHandler,
  admission: Admission | null,
): void {
  const path = API_PREFIX + route.path
  server.allowed.add('GET', path, isForAnyOrigin(route))
  const answer = (exchange: Exchange, request: FastifyRequest) => {
    const params = readers.params(request.params)
    if (!params.ok) return params.failure
    const query = readers.query(request.query as string)
    if (!query.ok) return query.failure
    const { person } = exchange
    return handler({ query: query.value, params: params.value, body: undefined, person, context: exchange })
  }
  if (admission === null) addRead(server, path, endpoint, answer)
  else
    addRead(
      server,
      path,
      endpoint,
      async (exchange, request) => (await admission(exchange)) ?? answer(exchange, request),
    )
}

function addRead(
  { app, gate }: HttpServer,
  path: string,
  endpoint: Endpoint,
  work: (exchange: Exchange, request: FastifyRequest) => ReturnType<AnyHandler>,
): void {
  const run = (exchange: Exchange, request: FastifyRequest) =>
    gate.answer(exchange, () => gate.refusal(exchange) ?? work(exchange, request))
  app.route({
    method: ['GET', 'HEAD'],
    url: routerPath(path),
    handler: (request, reply) => {
      reply.hijack()
      const opened = gate.open(endpoint, request, reply)
      if (opened instanceof Promise) void opened.then(exchange => run(exchange, request))
      else run(opened, request)
    },
  })
}

/** A route that may have a body: it is let in before the body is read, and charged at the latest when it is known. */
function registerWrite(
  server: HttpServer,
  route: RouteContract,
  endpoint: Endpoint,
  readers: RouteReaders,
  handler: AnyHandler,
  admission: Admission | null,
  { cost, proof }: RouteOptions,
): void {
  const { app, gate, allowed } = server
  const path = API_PREFIX + route.path
  allowed.add(route.method, path, isForAnyOrigin(route))
  const isUnread = route.body === undefined || isReadByHandler(route)
  const price = proof !== undefined ? 'by-proof' : cost !== undefined ? 'by-body' : 'one'

  const work = async (exchange: Exchange, request: FastifyRequest): Promise<Answer<ErrorCode>> => {
    exchange.rawBody = (request.body as Buffer | undefined) ?? exchange.rawBody
    const unproven = proof?.byBody(exchange) ?? null
    if (unproven !== null) return await gate.refused(exchange, unproven)
    if (proof !== undefined) exchange.isCharged = true
    const body = isUnread ? NOTHING : readJson(exchange.rawBody, exchange.headers, route.bodyMedia)
    await gate.charge(exchange, body.ok && cost !== undefined ? cost(body.value) : 1)
    const refusal = gate.refusal(exchange)
    if (refusal !== null) return refusal
    if (!body.ok) return body.failure
    const params = readers.params(request.params)
    if (!params.ok) return params.failure
    const query = readers.query(request.query as string)
    if (!query.ok) return query.failure
    const input = readers.body(body.value)
    if (!input.ok) return input.failure
    const { person } = exchange
    return handler({ query: query.value, params: params.value, body: input.value, person, context: exchange })
  }

  app.route({
    method: route.method as HTTPMethods,
    url: routerPath(path),
    bodyLimit: endpoint.bodyLimit,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const exchange = await gate.open(endpoint, request, reply, price)
      request.exchange = exchange
      const unproven = proof?.byHead(exchange) ?? null
      const refusal =
        unproven === null
          ? (gate.refusal(exchange) ?? (await admission?.(exchange)) ?? null)
          : await gate.refused(exchange, unproven)
      const full = refusal === null ? gate.admitBody(exchange) : null
      if (refusal === null && full === null) return
      reply.hijack()
      gate.answer(exchange, () => refusal ?? gate.refused(exchange, full!))
    },
    handler: (request, reply) => {
      reply.hijack()
      const exchange = request.exchange!
      gate.answer(exchange, () => work(exchange, request))
    },
  })
}

/** Whether scripts of other origins may ask: what no cookie opens, a page can only ask with what it knows itself. */
function isForAnyOrigin({ auth, isNavigation = false }: RouteContract): boolean {
  return !isNavigation && (auth === 'public' || auth === 'application' || auth === 'bearer')
}

/**
 * A path of the contract, as Fastify's router writes it. A parameter that something follows has a pattern, because that
 * of the router ends at a line separator.
 */
function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}(?!\/|$)/g, ':$1([\\s\\S]*)').replaceAll(/\{(\w+)\}/g, ':$1')
}
