import { once } from 'node:events'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import type { RouteContract } from '@avatary/contract/route'
import { Type } from 'typebox'
import type { Identify } from '../../src/kernel/person.ts'
import { createGuards } from '../../src/platform/guards.ts'
import { createHttpServer, type HttpDeps, type HttpServer } from '../../src/platform/http/server.ts'
import type { Limiter, Limits } from '../../src/platform/limits/limiter.ts'
import { MemoryLimiter } from '../../src/platform/limits/memory-limiter.ts'
import { Metrics } from '../../src/platform/metrics.ts'
import { afterwards } from './cleanup.ts'
import { ManualClock } from './manual-clock.ts'
import { recordLog } from './record-log.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface RequestOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
}

/** A server on a free port, with what it counted and logged. */
export interface HttpService {
  readonly server: HttpServer
  readonly port: number
  readonly clock: ManualClock
  readonly metrics: Metrics
  /** Lines of the log. */
  readonly lines: string[]
  /** Sends a request on a new connection. */
  request(path: string, options?: RequestOptions): Promise<Reply>
  /**
   * Sends bytes on a new connection.
   * @returns everything received until the server closed it.
   */
  raw(bytes: Buffer | string): Promise<string>
  connect(): Promise<Socket>
}

export interface ServiceOptions {
  limits?: Partial<Limits>
  limiter?: Limiter
  trustProxy?: readonly string[]
  timeouts?: HttpDeps['timeouts']
  /** Address to listen on. */
  host?: string
  identify?: Identify
  ownOrigin?: string
  bodies?: HttpDeps['bodies']
  bulk?: HttpDeps['bulk']
  connectionsPerClient?: number
  overload?: HttpDeps['overload']
  visits?: HttpDeps['visits']
  awaitArrivals?: HttpDeps['awaitArrivals']
}

const NO_BOUND = { perProcess: 0, perClient: 0 }

/** Starts a server with these routes until the end of the test. */
export async function startHttp(
  t: TestContext,
  routes: (server: HttpServer) => void,
  {
    limits = {},
    trustProxy = [],
    timeouts,
    host = '127.0.0.1',
    ownOrigin = '',
    ...options
  }: ServiceOptions = {},
): Promise<HttpService> {
  const { identify = async () => null } = options
  const clock = new ManualClock()
  const metrics = new Metrics()
  const { log, lines } = recordLog('debug')
  const allLimits = { ...LIMITS_PER_MINUTE, ...limits }
  const limiter =
    options.limiter ?? new MemoryLimiter({ limits: allLimits, clock, random: () => 0, capacity: 768 })
  const server = createHttpServer({
    limiter,
    limits: allLimits,
    overload: options.overload ?? { refusalOf: () => null },
    visits: options.visits ?? { countImpressions: () => {} },
    log,
    metrics,
    trustProxy,
    ...(timeouts && { timeouts }),
    guardOf: createGuards({ identify, isAdmin: () => false, adminToken: 'admin', ownOrigin }),
    publicUrl: ownOrigin,
    bodies: options.bodies ?? NO_BOUND,
    bulk: options.bulk ?? NO_BOUND,
    connectionsPerClient: options.connectionsPerClient ?? 0,
    ...(options.awaitArrivals && { awaitArrivals: options.awaitArrivals }),
  })
  routes(server)
  const port = await server.listen({ host, port: 0 })
  afterwards(t, () => server.stop(0))
  const at = { host, port }
  return {
    server,
    port,
    clock,
    metrics,
    lines,
    request: (path, requested = {}) => ask(at, path, requested),
    raw: bytes => exchangeRaw(at, bytes),
    connect: () => open(at),
  }
}

type At = { host: string; port: number }

function ask(at: At, path: string, { method = 'GET', headers = {}, body }: RequestOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = send({ ...at, path, method, headers, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(chunks),
        })
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}

async function open(at: At): Promise<Socket> {
  const socket = connect(at)
  await once(socket, 'connect')
  return socket
}

async function exchangeRaw(at: At, bytes: Buffer | string): Promise<string> {
  const socket = await open(at)
  socket.on('error', () => {})
  socket.write(bytes)
  return await readAll(socket)
}

/** Resolves to the bytes received until the other side ends. */
export async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', chunk => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}

/** Resolves to the bytes received until a text occurs, or until the other side ends. */
export async function readUntil(socket: Socket, end: string): Promise<string> {
  let text = ''
  while (!text.includes(end)) {
    const chunk = socket.read()
    if (chunk !== null) text += chunk.toString('latin1')
    else if (socket.readableEnded || socket.destroyed) break
    else await Promise.race([once(socket, 'readable'), once(socket, 'close')])
  }
  return text
}

/** Parses status, headers (names in lower case) and body of a raw answer. */
export function parseHead(text: string): { status: number; headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const [first, ...rest] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    rest.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(first!.split(' ')[1]), headers, body: text.slice(end + 4) }
}

/** A route of the contract; by default a public GET. */
export function route<const Given extends Partial<RouteContract>>(
  given: Given,
): Given & Omit<RouteContract, 'params' | 'query' | 'body'> {
  return {
    id: 'test',
    method: 'GET',
    path: '/test',
    summary: 'For a test',
    tag: 'service',
    auth: 'public',
    limit: 'read',
    response: Type.Unknown(),
    errors: [],
    inSpec: false,
    ...given,
  }
}
