import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FaultPlan, FaultSchedule, withWrongTypes } from './faults.ts'

/** A received request, as services get it and the log records it. */
export interface SimRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Milliseconds of the simulator's clock. */
  readonly atMs: number
}

export interface SimAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** An object is sent as JSON, text and bytes unchanged. */
  readonly body?: unknown
}

type SimService = (request: SimRequest) => SimAnswer | Promise<SimAnswer>

/** A simulated service on a free loopback port, with its faults and a log of its requests. */
export interface SimServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** All requests, oldest first, including those that met a fault. */
  readonly requests: readonly SimRequest[]
  readonly faults: FaultSchedule
  stop(): Promise<void>
}

/** The options of every simulator. */
export interface SimOptions {
  /** Milliseconds since the epoch. */
  now: () => number
  /** 0, the default, lets the system choose. */
  port?: number | undefined
}

const MAX_REQUEST_BYTES = 1024 * 1024
/** Maximum number of logged requests; older ones are dropped, so that a simulator can run for weeks. */
const MAX_LOGGED_REQUESTS = 10_000

export async function startSimServer({
  service,
  now,
  port = 0,
}: SimOptions & { service: SimService }): Promise<SimServer> {
  const requests: SimRequest[] = []
  const faults = new FaultSchedule()

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url!, 'http://simulator')
    const request: SimRequest = {
      method: incoming.method!,
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await bodyOf(incoming),
      atMs: now(),
    }
    requests.push(request)
    if (requests.length > MAX_LOGGED_REQUESTS) requests.shift()
    const plan = faults.take(request.path)
    if (plan?.fault === 'silent') return
    if (plan?.fault === 'reset') incoming.socket.resetAndDestroy()
    else send(response, answerWithFault(await service(request), plan), plan)
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(error => {
      response.destroy(error)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const whenClosed = once(server, 'close')
  const stop = async () => {
    if (server.listening) server.close()
    server.closeAllConnections()
    await whenClosed
  }
  const { port: actualPort } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${actualPort}`, requests, faults, stop, [Symbol.asyncDispose]: stop }
}

/** Replaces the answer when the fault has an answer of its own. */
function answerWithFault(answer: SimAnswer, plan: FaultPlan | null): SimAnswer {
  switch (plan?.fault) {
    case 'rate-limited':
      return {
        status: 429,
        headers: { 'retry-after': String(plan.retryAfterSeconds ?? 7) },
        body: 'slow down',
      }
    case 'server-error':
      return { status: 500, body: { error: { message: 'Internal Server Error', status_code: 500 } } }
    case 'bad-gateway':
      return {
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<html><h1>502 Bad Gateway</h1></html>',
      }
    case 'garbage':
      return {
        status: 200,
        headers: JSON_TYPE,
        body: Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 151) & 0xff)),
      }
    case 'huge':
      // The original status could be one without a body, such as 204.
      return { ...answer, status: 200 }
    case 'wrong-types':
      return { ...answer, body: withWrongTypes(answer.body) }
    default:
      return answer
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const BYTE_PAUSE_MS = 250

function send(
  response: ServerResponse,
  { status, headers = {}, body }: SimAnswer,
  plan: FaultPlan | null,
): void {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const bytes = isRaw ? Buffer.from(body) : Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2))
  const type = isRaw || body === undefined ? {} : JSON_TYPE
  const head = (length?: number) =>
    response.writeHead(status, {
      ...type,
      ...(length !== undefined && { 'content-length': String(length) }),
      ...headers,
    })
  switch (plan?.fault) {
    case 'truncated':
      head(half.length).end(half)
      break
    case 'cut-off':
      head(bytes.length).write(half, () => response.destroy())
      break
    case 'slow':
      sendSlowly(head(bytes.length), bytes)
      break
    case 'huge':
      sendWithoutEnd(head())
      break
    default:
      head(bytes.length).end(bytes)
  }
}

function sendSlowly(response: ServerResponse, bytes: Buffer): void {
  let sentBytes = 0
  const sendByte = () => {
    // The client may have given up before there was an answer, so that no `close` follows.
    if (response.destroyed) return clearInterval(timer)
    response.write(bytes.subarray(sentBytes, ++sentBytes))
    if (sentBytes < bytes.length) return
    clearInterval(timer)
    response.end()
  }
  const timer = setInterval(sendByte, BYTE_PAUSE_MS)
  sendByte()
}

/** Sends an array of zeros that never ends until the client closes its connection. */
function sendWithoutEnd(response: ServerResponse): void {
  const zeros = Buffer.from('0,'.repeat(32 * 1024))
  const sendMore = () => {
    while (!response.destroyed && response.write(zeros));
  }
  response.write('[')
  response.on('drain', sendMore)
  sendMore()
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > MAX_REQUEST_BYTES) throw new Error('The request is larger than any that a client should send')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
