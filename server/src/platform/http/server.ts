import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { ErrorCode } from '@avatary/contract/errors'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { type Failure, failure } from '../../kernel/answer.ts'
import type { Log } from '../../kernel/log.ts'
import type { Identify } from '../../kernel/person.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Metrics } from '../metrics.ts'
import type { Door } from './admission.ts'
import { AllowedMethods } from './allowed-methods.ts'
import type { Guard } from './bearer-guard.ts'
import { type BodyBounds, BodyBudget } from './body-budget.ts'
import { answerRaw, describeParserError, NO_TUNNEL, type ParserError } from './client-error.ts'
import { Connections } from './connections.ts'
import type { Exchange } from './exchange.ts'
import { describeError } from './framework-errors.ts'
import { Gate, refusedBy } from './gate.ts'
import { API_HEADERS, commonHeaders, PUBLIC_HEADERS } from './headers.ts'
import { answerNowhere } from './nowhere.ts'
import { Proxies } from './proxies.ts'
import { ReplayedConnection, withAddressEscaped } from './raw-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body of a request is read. */
    exchange: Exchange | null
  }
}

/** Everything of the JSON interface lives below this path (design, "Paths"). */
export const API_PREFIX = '/api'

/** Request line and headers together, in bytes; what the longest address may take of it is in the gate. */
const MAX_HEADER_BYTES = 64 * 1024

/** Milliseconds. */
interface Timeouts {
  /** For a client to send its headers. */
  readonly headers: number
  /** For a client to send all of its request. */
  readonly request: number
  /** Without a byte in either direction; the event stream sends a comment every 15 seconds. */
  readonly idle: number
  /** Longer than the minute for which reverse proxies usually keep theirs, so that it is they who close. */
  readonly keepAlive: number
  /** Between two looks for clients that are too slow. */
  readonly check: number
}

const TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 60_000,
  idle: 120_000,
  keepAlive: 75_000,
  check: 5_000,
}

const BODY_BOUNDS: BodyBounds = { inAll: 64 * 1024 * 1024, perClient: 16 * 1024 * 1024 }

const TOO_MANY_CONNECTIONS = failure(
  'too_much_at_once',
  'Too many connections are open from this address. Use those that are, or close some.',
  { 'Retry-After': '5' },
)

export interface HttpDeps {
  readonly limiter: Limiter
  readonly log: Log
  readonly metrics: Metrics
  /** Addresses, networks and proxy-addr's names whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[]
  /** Nobody is known when absent. */
  readonly identify?: Identify
  /** Lets operators in; nobody when absent. */
  readonly adminGuard?: Guard
  /** Origin of our own pages; no page may write in anybody's name when absent. */
  readonly ownOrigin?: string
  /** Open at a time, but for those of trusted proxies; 0, or absent, is no bound. */
  readonly connectionsPerClient?: number
  /** 64 MiB in all, 16 MiB for each client when absent. */
  readonly bodies?: BodyBounds
  /** For tests. */
  readonly timeouts?: Partial<Timeouts>
}

/** The HTTP server before and while it listens; routes are added with `registerRoute` and its siblings. */
export interface HttpServer extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly gate: Gate
  readonly allowed: AllowedMethods
  readonly door: Door
  readonly log: Log
  /** @returns the port, which the system chooses when asked for 0. */
  listen(at: { host: string; port: number }): Promise<number>
  /** Sends clients elsewhere before `stop`, so that none of their requests is broken off. */
  drain: Connections['drain']
  /** Takes no more connections, lets answers under way end for some seconds, then cuts off what is left. */
  stop(graceMs?: number): Promise<void>
}

export function createHttpServer(deps: HttpDeps): HttpServer {
  const { limiter, log, metrics, trustProxy, timeouts } = deps
  const {
    identify = async () => null,
    adminGuard = () => failure('admin_token_required'),
    ownOrigin = '',
    connectionsPerClient = 0,
  } = deps
  const timeout = { ...TIMEOUTS, ...timeouts }
  const proxies = new Proxies({ trusted: trustProxy, log })
  const bodies = new BodyBudget(deps.bodies ?? BODY_BOUNDS)
  metrics.gauge('avatary_http_body_bytes', 'Bytes of request bodies that are held', () => bodies.bytes)
  const gate = new Gate({ limiter, log, metrics, proxies, bodies, common: commonHeaders(ownOrigin) })
  const allowed = new AllowedMethods()
  const unlisted = { group: 'none', cacheControl: 'no-store' } as const
  const nowhere = gate.endpoint({ ...unlisted, name: 'no route', headers: PUBLIC_HEADERS })
  const preflight = gate.endpoint({ ...unlisted, name: 'preflight', headers: API_HEADERS })
  const otherMethod = gate.endpoint({ ...unlisted, name: 'no such method', headers: API_HEADERS })

  const answerError = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    const exchange = request.exchange ?? (await gate.open(nowhere, request, reply))
    await gate.charge(exchange, 1)
    const refusal =
      gate.refusal(exchange) ??
      describeError(error as { code?: string; statusCode?: number }, exchange.endpoint.bodyLimit)
    if (refusal === null) gate.fail(exchange, error)
    else gate.answer(exchange, () => refusal)
  }

  /** Before anything of a body is read. */
  const answerNotFound = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    const methods = allowed.of(request.url.split('?', 1)[0]!)
    const isClosed = methods !== null && methods.ofAnyOrigin.length === 0
    const endpoint = request.method === 'OPTIONS' ? preflight : isClosed ? otherMethod : nowhere
    const exchange = await gate.open(endpoint, request, reply)
    gate.answer(exchange, () => gate.refusal(exchange) ?? answerNowhere(exchange.request, methods))
  }

  const app = fastify({
    logger: false,
    connectionTimeout: timeout.idle,
    requestTimeout: timeout.request,
    keepAliveTimeout: timeout.keepAlive,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: {
      maxParamLength: MAX_HEADER_BYTES,
      ignoreTrailingSlash: true,
      querystringParser: leaveUnread,
    },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // The gate asks for it, and its answer tells the limits.
      requireHostHeader: false,
      // No stream is set up and drained for a body that no header announces: 2 µs of the 19 of a 304.
      optimizeEmptyRequests: true,
      headersTimeout: timeout.headers,
      connectionsCheckingInterval: timeout.check,
    },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: (error: ParserError, socket) => {
      const readable = gate.isAnswering(socket) ? null : readableForm(error)
      if (readable !== null) app.server.emit('connection', new ReplayedConnection(socket, readable))
      else void answerUnreadable(gate, describeParserError(error), socket)
    },
  })

  app.decorateRequest('exchange', null)
  app.addHook('preParsing', (request, reply, body, done) => {
    if (request.is404) {
      void answerNotFound(request, reply)
      return
    }
    if (request.exchange !== null && isAwaited(request.headers)) reply.raw.writeContinue()
    done(null, isUnannounced(request.headers) ? Readable.from([]) : body)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(answerError)
  for (const event of ['checkExpectation', 'checkContinue'])
    app.server.on(event, (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => {
    void answerUnreadable(gate, NO_TUNNEL, socket as Socket)
  })

  const connections = new Connections(app.server, gate, {
    perClient: connectionsPerClient,
    isProxy: address => proxies.isProxy(address),
    refuse(socket) {
      metrics.countRefusal('connections')
      void answerUnreadable(gate, TOO_MANY_CONNECTIONS, socket)
    },
  })
  metrics.gauge('avatary_http_connections', 'Open connections', () => connections.size)
  const stop = (graceMs?: number) => connections.end(() => app.close(), graceMs)
  return {
    app,
    gate,
    allowed,
    door: { identify, adminGuard, ownOrigin },
    log,
    async listen(at) {
      await app.listen(at)
      return (app.server.address() as AddressInfo).port
    },
    drain: (times, sleep) => connections.drain(times, sleep),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Whether a client waits to be told that its body is wanted (RFC 9110 §10.1.1). */
function isAwaited({ expect }: IncomingHttpHeaders): boolean {
  return expect?.toLowerCase() === '100-continue'
}

/** Of a body that is there only by its type: its stream never ends (`optimizeEmptyRequests`), and Fastify waits for it. */
function isUnannounced(headers: IncomingHttpHeaders): boolean {
  return (
    headers['content-type'] !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

/** Leaves the query string as it is: the contract's readers read it. */
function leaveUnread(query: string): Record<string, unknown> {
  return query as unknown as Record<string, unknown>
}

function readableForm({ code, rawPacket, bytesParsed }: ParserError): Buffer | null {
  if (code !== 'HPE_INVALID_URL' || !Buffer.isBuffer(rawPacket) || bytesParsed === undefined) return null
  return withAddressEscaped(rawPacket, bytesParsed)
}

async function answerUnreadable(
  gate: Gate,
  refusal: Failure<ErrorCode> | null,
  socket: Socket,
): Promise<void> {
  if (refusal === null || !socket.writable || gate.isAnswering(socket)) {
    socket.destroy()
    return
  }
  const limits = await gate.chargeSocket(socket)
  answerRaw(socket, limits.allowed ? refusal : refusedBy(limits), limits, gate.common)
}
