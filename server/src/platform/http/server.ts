import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { failure } from '../../kernel/answer.ts'
import type { Log } from '../../kernel/log.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Metrics } from '../metrics.ts'
import { type BodyBounds, BodyBudget } from './body-budget.ts'
import { describeParserError, NO_TUNNEL, type ParserError } from './client-error.ts'
import type { EndpointOptions } from './context.ts'
import type { GuardDeps } from './guards.ts'
import { STRICT_TRANSPORT } from './headers.ts'
import { Pipeline } from './pipeline.ts'
import { Proxies } from './proxies.ts'
import { ReplayedConnection, withAddressEscaped } from './raw-address.ts'
import { Router } from './router.ts'
import { Sockets } from './sockets.ts'

/** Request line and headers together; the pipeline bounds the address. */
const MAX_HEADER_BYTES = 64 * 1024

/** Milliseconds. */
const TIMEOUTS = {
  headers: 15_000,
  request: 60_000,
  /** Without a byte in either direction; the event stream sends a comment every 15 seconds. */
  idle: 120_000,
  /** Longer than the minute that is usual for reverse proxies, so that they are the side that closes. */
  keepAlive: 75_000,
  check: 5_000,
}

type Timeouts = Readonly<typeof TIMEOUTS>

const BODY_BOUNDS: BodyBounds = { inAll: 64 * 1024 * 1024, perClient: 16 * 1024 * 1024 }

const TOO_MANY_CONNECTIONS = failure(
  'too_much_at_once',
  'Too many connections are open from this address. Use those that are, or close some.',
  { 'Retry-After': '5' },
)

export interface HttpDeps extends Partial<GuardDeps> {
  readonly limiter: Limiter
  readonly log: Log
  readonly metrics: Metrics
  /** Addresses, networks and proxy-addr's names from which `X-Forwarded-For` is read. */
  readonly trustProxy: readonly string[]
  /** Most connections of a client that is no trusted proxy; 0, or absent, is no bound. */
  readonly connectionsPerClient?: number
  readonly bodies?: BodyBounds
  readonly timeouts?: Partial<Timeouts>
}

export interface HttpServer extends AsyncDisposable {
  readonly node: Server
  readonly guards: GuardDeps
  /** @param path with parameters in braces. */
  addEndpoint(method: string, path: string, options: EndpointOptions): void
  /** Answers browsers at addresses of no route outside of the interface. */
  setNotFoundPage(options: EndpointOptions): void
  /** @returns the port, which the system chooses for 0. */
  listen(at: { host: string; port: number }): Promise<number>
  drain: Sockets['drain']
  stop: Sockets['end']
}

export function createHttpServer(deps: HttpDeps): HttpServer {
  const { limiter, log, metrics, trustProxy, connectionsPerClient = 0 } = deps
  const {
    identify = async () => null,
    adminGuard = async () => failure('admin_token_required'),
    ownOrigin = '',
  } = deps
  const timeouts = { ...TIMEOUTS, ...deps.timeouts }
  const node = createNodeServer(timeouts)
  const proxies = new Proxies({ trusted: trustProxy, log })
  const bodies = new BodyBudget(deps.bodies ?? BODY_BOUNDS)
  const router = new Router(MAX_HEADER_BYTES)
  const sockets = new Sockets(node, {
    proxies,
    perClient: connectionsPerClient,
    idleMs: timeouts.idle,
    refuse(socket) {
      metrics.countRefusal('connections')
      void pipeline.refuseSocket(socket, TOO_MANY_CONNECTIONS)
    },
  })
  const common = ownOrigin.startsWith('https:') ? STRICT_TRANSPORT : []
  const pipeline = new Pipeline({ router, sockets, limiter, log, metrics, bodies, common })
  metrics.gauge('avatary_http_body_bytes', 'Bytes of request bodies that are held', () => bodies.bytes)
  metrics.gauge('avatary_http_connections', 'Open connections', () => sockets.size)

  for (const event of ['request', 'checkExpectation', 'checkContinue'])
    node.on(event, (request, response) => void pipeline.serve(request, response))
  node.on('connect', (_request, socket) => void pipeline.refuseSocket(socket as Socket, NO_TUNNEL))
  node.on('clientError', (error: ParserError, socket: Socket) => {
    const readable = sockets.isAnswering(socket) ? null : readableForm(error)
    if (readable !== null) node.emit('connection', new ReplayedConnection(socket, readable))
    else void pipeline.refuseSocket(socket, describeParserError(error))
  })

  const stop = (graceMs?: number) => sockets.end(graceMs)
  return {
    node,
    guards: { identify, adminGuard, ownOrigin },
    addEndpoint: (method, path, options) => router.add(method, path, pipeline.endpoint(options)),
    setNotFoundPage: options => {
      pipeline.notFoundPage = pipeline.endpoint(options)
    },
    async listen(at) {
      await once(node.listen(at), 'listening')
      return (node.address() as AddressInfo).port
    },
    drain: (times, sleep) => sockets.drain(times, sleep),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function createNodeServer({ headers, request, keepAlive, check }: Timeouts): Server {
  return createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // The pipeline checks it, so that the answer has the headers of limits.
    requireHostHeader: false,
    // Saves 2 of the 19 µs of a 304: requests without a body get no stream.
    optimizeEmptyRequests: true,
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: check,
  })
}

function readableForm({ code, rawPacket, bytesParsed }: ParserError): Buffer | null {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined || bytesParsed === undefined) return null
  return withAddressEscaped(rawPacket, bytesParsed)
}
