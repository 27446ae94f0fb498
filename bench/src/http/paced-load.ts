import { percentile } from '../report.ts'
import { connectTo, onAnswers, onFailure } from './load.ts'

export interface PacedLoadOptions {
  origin: string
  /** Complete requests, sent one after the other. */
  requests: readonly Buffer[]
  perSecond: number
  seconds: number
  connections: number
}

export interface PacedLoadResult {
  sentCount: number
  /** Number of requests answered 200. */
  acknowledgedCount: number
  seconds: number
  /** Milliseconds from when a request was due until the end of its answer, including the wait for a connection. */
  p50: number
  p99: number
}

/** Polling the clock without a pause would take a whole core from the measured server. */
const TICK_MS = 1

/**
 * Sends requests at a fixed rate, each on the connection that has been idle the longest, and waits for all answers.
 * Requests that become due within one millisecond are sent together; the delay is included in their times.
 * @throws when a connection fails or is closed.
 */
export async function pacedLoad(options: PacedLoadOptions): Promise<PacedLoadResult> {
  const { requests, perSecond, seconds, connections } = options
  const total = perSecond * seconds
  const times: number[] = []
  const idleConnections: { send(request: Buffer, dueMs: number): void }[] = []
  let [sentCount, acknowledgedCount] = [0, 0]
  const { promise: allAnswered, resolve, reject } = Promise.withResolvers<void>()

  const startedMs = performance.now()
  const send = () => {
    const dueCount = Math.min(total, Math.floor(((performance.now() - startedMs) / 1000) * perSecond))
    while (sentCount < dueCount) {
      const connection = idleConnections.shift()
      if (connection === undefined) return
      connection.send(requests[sentCount % requests.length]!, startedMs + (sentCount / perSecond) * 1000)
      sentCount++
    }
  }
  const sockets = Array.from({ length: connections }, () => {
    const socket = connectTo(options.origin)
    let dueMs = 0
    const connection = {
      send(request: Buffer, requestDueMs: number) {
        dueMs = requestDueMs
        socket.write(request)
      },
    }
    onFailure(socket, reject)
    socket.once('connect', () => idleConnections.push(connection))
    onAnswers(socket, status => {
      times.push(performance.now() - dueMs)
      if (status === 200) acknowledgedCount++
      idleConnections.push(connection)
      if (times.length === total) resolve()
      else send()
    })
    return socket
  })
  const timer = setInterval(send, TICK_MS)
  const elapsedSeconds = await allAnswered
    .then(() => (performance.now() - startedMs) / 1000)
    .finally(() => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    })
  return {
    sentCount,
    acknowledgedCount,
    seconds: elapsedSeconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}
