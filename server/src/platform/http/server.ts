import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { RouteContract } from '@avatary/contract/route'
import { failure } from '../../kernel/answer.ts'
import type { GuardOf } from '../guards.ts'
import type { Limits } from '../limits/limiter.ts'
import { Proxies } from '../limits/proxies.ts'
import { RETRY_HEADERS, type ReservationBounds, Reservations } from '../limits/reservations.ts'
import { Sockets, type SocketsDeps } from '../sockets/sockets.ts'
import { connectionWithEscapedUrl, type ParserError } from '../sockets/unescaped-url.ts'
import { describeParserError, NO_TUNNEL } from './client-error.ts'
import type { EndpointOptions } from './context.ts'
import { KEEP_ALIVE_SECONDS, STRICT_TRANSPORT } from './headers.ts'
import { Pipeline, type PipelineDeps } from './pipeline.ts'
import { Router } from './router.ts'

/** Maximum bytes of request line and headers together; the pipeline limits the URL. */
const MAX_HEADER_BYTES = 64 * 1024

/** In milliseconds, under Node's names and two of our own. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /**
   * None, because Node's timers take a twenty-fifth of the time of a cached answer; `Sockets` closes idle connections.
   */
  keepAliveTimeout: 0,
  connectionsCheckingInterval: 5_000,
  /** After an answer, a connection may be idle for a little longer than the answer says. */
  idleAfterAnswer: (KEEP_ALIVE_SECONDS + 1) * 1000,
  /** A connection may be silent in both directions for this long; event streams send a comment every 15 seconds. */
  idle: 120_000,
}

const TOO_MANY_CONNECTIONS = failure(
  'too_much_at_once',
  'Too many connections are open from this address. Use those that are, or close some.',
  RETRY_HEADERS,
)

export interface HttpDeps
  extends Pick<PipelineDeps, 'limiter' | 'overload' | 'visits' | 'log' | 'metrics' | 'tracing'>,
    Pick<SocketsDeps, 'awaitArrivals'> {
  readonly guardOf: GuardOf
  readonly limits: Limits
  /** The origin that clients see. */
  readonly publicUrl: string
  /** Addresses, networks and proxy-addr's names of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[]
  /** Maximum connections of a client that is not a trusted proxy; 0 sets no bound. */
  readonly connectionsPerClient: number
  /** Bounds the bytes of request bodies in memory. */
  readonly bodies: ReservationBounds
  /** Bounds the bulk answers that are being made or sent. */
  readonly bulk: ReservationBounds
  readonly timeouts?: Partial<typeof TIMEOUTS> | undefined
}

export type HttpServer = ReturnType<typeof createHttpServer>

/** Creates the server. It answers its endpoints once it listens. */
export function createHttpServer(deps: HttpDeps) {
  const { log, metrics, guardOf, publicUrl, trustProxy, connectionsPerClient } = deps
  const timeouts = { ...TIMEOUTS, ...deps.timeouts }
  const nodeServer = createServer({
    ...timeouts,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The pipeline checks `Host` itself, so that the error has the rate limit headers.
    requireHostHeader: false,
    // Gives requests without a body no stream, which saves 2 of the 19 µs of a 304.
    optimizeEmptyRequests: true,
  })
  const bodies = new Reservations(deps.bodies)
  const router = new Router(MAX_HEADER_BYTES)
  const sockets = new Sockets(nodeServer, {
    proxies: new Proxies({ trusted: trustProxy, log }),
    maxPerClient: connectionsPerClient,
    idleMs: timeouts.idle,
    idleAfterAnswerMs: timeouts.idleAfterAnswer,
    awaitArrivals: deps.awaitArrivals,
    refuse(socket) {
      metrics.countRefusal('connections')
      void pipeline.refuseSocket(socket, TOO_MANY_CONNECTIONS)
    },
  })
  const commonHeaders = publicUrl.startsWith('https:') ? STRICT_TRANSPORT : []
  const bulk = new Reservations(deps.bulk)
  const pipeline = new Pipeline({ ...deps, router, sockets, bodies, bulk, commonHeaders })
  metrics.gauge('avatary_http_body_bytes', 'Bytes of request bodies that are held', () => bodies.takenAmount)
  metrics.gauge('avatary_http_connections', 'Open connections', () => sockets.size)

  for (const event of ['request', 'checkExpectation', 'checkContinue'])
    nodeServer.on(event, (request, response) => {
      if (sockets.holdEnd === null) void pipeline.serve(request, response)
      else void sockets.holdEnd.then(() => pipeline.serve(request, response))
    })
  nodeServer.on('connect', (_request, socket) => void pipeline.refuseSocket(socket as Socket, NO_TUNNEL))
  nodeServer.on('clientError', (error: ParserError, socket: Socket) => {
    const escaped = sockets.isAnswering(socket) ? null : connectionWithEscapedUrl(error, socket)
    if (escaped !== null) nodeServer.emit('connection', escaped)
    else void pipeline.refuseSocket(socket, describeParserError(error, socket))
  })

  const stop = (graceMs?: number) => sockets.end(graceMs)
  return {
    nodeServer,
    guardOf,
    limits: deps.limits,
    /** @param path with parameters in braces; null serves browsers at paths without a route of the interface. */
    addEndpoint(method: RouteContract['method'], path: string | null, options: EndpointOptions): void {
      const endpoint = pipeline.endpoint(options)
      if (path === null) pipeline.notFoundPage = endpoint
      else router.add(method, path, endpoint)
    },
    /** @returns the port; the system chooses one when `port` is 0. */
    async listen(at: { host: string; port: number }): Promise<number> {
      await once(nodeServer.listen(at), 'listening')
      return (nodeServer.address() as AddressInfo).port
    },
    drain: sockets.drain.bind(sockets),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
