import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { RouteContract } from '@avatary/contract/route'
import { failure } from '../../kernel/answer.ts'
import type { GuardOf } from '../guards.ts'
import { Budget, type BudgetBounds, RETRY_AFTER } from '../limits/budget.ts'
import { Proxies } from '../limits/proxies.ts'
import { connectionWithAddressEscaped, type ParserError } from '../sockets/raw-address.ts'
import { Sockets } from '../sockets/sockets.ts'
import { describeParserError, NO_TUNNEL } from './client-error.ts'
import type { EndpointOptions } from './context.ts'
import { STRICT_TRANSPORT } from './headers.ts'
import { Pipeline, type PipelineDeps } from './pipeline.ts'
import { Router } from './router.ts'

/** Request line and headers together; the pipeline bounds the address. */
const MAX_HEADER_BYTES = 64 * 1024

/** Milliseconds, by Node's names and our own. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /** Longer than the minute that is usual for reverse proxies, so that they are the side that closes. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  /** Without a byte in either direction; the event stream sends a comment every 15 seconds. */
  idle: 120_000,
}

const TOO_MANY_CONNECTIONS = failure(
  'too_much_at_once',
  'Too many connections are open from this address. Use those that are, or close some.',
  RETRY_AFTER,
)

export interface HttpDeps extends Pick<PipelineDeps, 'limiter' | 'overload' | 'log' | 'metrics' | 'tracing'> {
  readonly guardOf: GuardOf
  /** Origin as clients see it. */
  readonly publicUrl: string
  /** Addresses, networks and proxy-addr's names from which `X-Forwarded-For` is read. */
  readonly trustProxy: readonly string[]
  /** Most connections of a client that is no trusted proxy; 0 is no bound. */
  readonly connectionsPerClient: number
  /** Bytes of request bodies in memory. */
  readonly bodies: BudgetBounds
  /** Bulk answers that are being made or sent. */
  readonly bulk: BudgetBounds
  /** Resolves when this process has each connection that another one accepted for it before. */
  readonly arrivals?: () => Promise<void> | undefined
  readonly timeouts?: Partial<typeof TIMEOUTS>
}

export type HttpServer = ReturnType<typeof createHttpServer>

/** Makes a server that answers its endpoints, once it listens. */
export function createHttpServer(deps: HttpDeps) {
  const { log, metrics, guardOf, publicUrl, trustProxy, connectionsPerClient } = deps
  const timeouts = { ...TIMEOUTS, ...deps.timeouts }
  const node = createServer({
    ...timeouts,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The pipeline checks it, so that the answer has the headers of limits.
    requireHostHeader: false,
    // Saves 2 of the 19 µs of a 304: requests without a body get no stream.
    optimizeEmptyRequests: true,
  })
  const bodies = new Budget(deps.bodies)
  const router = new Router(MAX_HEADER_BYTES)
  const sockets = new Sockets(node, {
    proxies: new Proxies({ trusted: trustProxy, log }),
    perClient: connectionsPerClient,
    idleMs: timeouts.idle,
    arrivals: deps.arrivals,
    refuse(socket) {
      metrics.countRefusal('connections')
      void pipeline.refuseSocket(socket, TOO_MANY_CONNECTIONS)
    },
  })
  const common = publicUrl.startsWith('https:') ? STRICT_TRANSPORT : []
  const pipeline = new Pipeline({ ...deps, router, sockets, bodies, bulk: new Budget(deps.bulk), common })
  metrics.gauge('avatary_http_body_bytes', 'Bytes of request bodies that are held', () => bodies.taken)
  metrics.gauge('avatary_http_connections', 'Open connections', () => sockets.size)

  for (const event of ['request', 'checkExpectation', 'checkContinue'])
    node.on(event, (request, response) => {
      if (sockets.held === null) void pipeline.serve(request, response)
      else void sockets.held.then(() => pipeline.serve(request, response))
    })
  node.on('connect', (_request, socket) => void pipeline.refuseSocket(socket as Socket, NO_TUNNEL))
  node.on('clientError', (error: ParserError, socket: Socket) => {
    const escaped = sockets.isAnswering(socket) ? null : connectionWithAddressEscaped(error, socket)
    if (escaped !== null) node.emit('connection', escaped)
    else void pipeline.refuseSocket(socket, describeParserError(error, socket))
  })

  const stop = (graceMs?: number) => sockets.end(graceMs)
  return {
    node,
    guardOf,
    /** @param path with parameters in braces; null for browsers at addresses of no route outside of the interface. */
    addEndpoint(method: RouteContract['method'], path: string | null, options: EndpointOptions): void {
      const endpoint = pipeline.endpoint(options)
      if (path === null) pipeline.notFoundPage = endpoint
      else router.add(method, path, endpoint)
    },
    /** @returns the port, which the system chooses for 0. */
    async listen(at: { host: string; port: number }): Promise<number> {
      await once(node.listen(at), 'listening')
      return (node.address() as AddressInfo).port
    },
    drain: sockets.drain.bind(sockets),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
