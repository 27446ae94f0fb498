import { connect, type Socket } from 'node:net'
import { percentile } from '../report.ts'

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds from sending a request until its last byte arrives. */
  p50: number
  p99: number
  requests: number
  /** Number of answers with a status other than 200 and 304. */
  failures: number
}

export interface LoadOptions {
  origin: string
  /** Requested one after the other, repeatedly. */
  paths: readonly string[]
  connections: number
  seconds: number
  headers?: Record<string, string>
  /**
   * True to compare CPU times of two servers: the client never sleeps, as waking it would cost the slower one 5 µs per
   * request. It then occupies a core, which lengthens the times of a server whose threads need two.
   */
  staysAwake?: boolean
}

/**
 * Keeps every connection busy with one request at a time. Uses raw sockets, because an HTTP client would cost more than
 * the measured servers.
 * @throws when a connection fails or is closed.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const headerEntries = Object.entries({ host: new URL(options.origin).host, ...options.headers })
  const requestEnd = ` HTTP/1.1\r\n${headerEntries.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const requests = options.paths.map(path => Buffer.from(`GET ${path}${requestEnd}`))
  const times: number[] = []
  let nextRequest = 0
  let failures = 0
  const startedMs = performance.now()
  let endMs = startedMs + options.seconds * 1000
  const spin = () => performance.now() < endMs && setImmediate(spin)
  if (options.staysAwake) spin()
  const sockets = Array.from({ length: options.connections }, () => connectTo(options.origin))
  const ends = sockets.map(async socket => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let sentAtMs = 0
    const send = () => {
      sentAtMs = performance.now()
      if (sentAtMs >= endMs) return resolve()
      socket.write(requests[nextRequest++ % requests.length]!)
    }
    onFailure(socket, reject)
    socket.once('connect', send)
    onAnswers(socket, status => {
      times.push(performance.now() - sentAtMs)
      if (status !== 200 && status !== 304) failures++
      send()
    })
    await promise
  })
  await Promise.all(ends).finally(() => {
    endMs = 0
    for (const socket of sockets) socket.destroy()
  })
  const seconds = (performance.now() - startedMs) / 1000

  return {
    requestsPerSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    requests: times.length,
    failures,
  }
}

/** Connects to a server, whose answers are then read as they come. */
export function connectTo(origin: string): Socket {
  const { hostname, port } = new URL(origin)
  return connect({ host: hostname, port: Number(port), noDelay: true })
}

/** Calls back when a connection fails or is closed. */
export function onFailure(socket: Socket, fail: (error: Error) => void): void {
  socket.once('error', fail)
  socket.once('close', () => fail(new Error('The server closed a connection')))
}

/** Calls back with the status at the end of each answer that has a `content-length` or no body. */
export function onAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let unreadBytes: Buffer = Buffer.alloc(0)
  let missingBytes = 0
  let status = 0
  socket.on('data', (chunk: Buffer) => {
    if (missingBytes > 0) {
      missingBytes -= chunk.length
      if (missingBytes === 0) onAnswer(status)
      return
    }
    unreadBytes = unreadBytes.length === 0 ? chunk : Buffer.concat([unreadBytes, chunk])
    const headEnd = unreadBytes.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = unreadBytes.toString('latin1', 0, headEnd)
    status = Number(head.slice(9, 12))
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    missingBytes = length - (unreadBytes.length - headEnd - 4)
    unreadBytes = Buffer.alloc(0)
    if (missingBytes === 0) onAnswer(status)
  })
}
