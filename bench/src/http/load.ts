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
  const head = Object.entries({ host: new URL(options.origin).host, ...options.headers })
  const tail = ` HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const requests = options.paths.map(path => Buffer.from(`GET ${path}${tail}`))
  const times: number[] = []
  let next = 0
  let failures = 0
  const startedMs = performance.now()
  let end = startedMs + options.seconds * 1000
  const spin = () => performance.now() < end && setImmediate(spin)
  if (options.staysAwake) spin()
  const sockets = Array.from({ length: options.connections }, () => connectTo(options.origin))
  const ends = sockets.map(async socket => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let sentAt = 0
    const send = () => {
      sentAt = performance.now()
      if (sentAt >= end) return resolve()
      socket.write(requests[next++ % requests.length]!)
    }
    onFailure(socket, reject)
    socket.once('connect', send)
    onAnswers(socket, status => {
      times.push(performance.now() - sentAt)
      if (status !== 200 && status !== 304) failures++
      send()
    })
    await promise
  })
  await Promise.all(ends).finally(() => {
    end = 0
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
  let unread: Buffer = Buffer.alloc(0)
  let missing = 0
  let status = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing === 0) onAnswer(status)
      return
    }
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    const end = unread.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = unread.toString('latin1', 0, end)
    status = Number(head.slice(9, 12))
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    missing = length - (unread.length - end - 4)
    unread = Buffer.alloc(0)
    if (missing === 0) onAnswer(status)
  })
}
