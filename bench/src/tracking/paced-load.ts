import { connect, type Socket } from 'node:net'

export interface PacedLoadOptions {
  origin: string
  /** Complete requests, sent in turn. */
  requests: readonly Buffer[]
  perSecond: number
  seconds: number
  connections: number
}

export interface PacedLoadResult {
  sent: number
  /** Answered 200. */
  acknowledged: number
  seconds: number
  /** Milliseconds from the due time of a request to the end of its answer, including the wait for a connection. */
  p50: number
  p99: number
}

const TICK_MS = 5

/** Sends requests at a fixed pace, each on a connection that is free, and waits for all answers. */
export async function pacedLoad(options: PacedLoadOptions): Promise<PacedLoadResult> {
  const { requests, perSecond, seconds, connections } = options
  const { hostname, port } = new URL(options.origin)
  const all = perSecond * seconds
  const times: number[] = []
  const idle: Socket[] = []
  const dueMs = new WeakMap<Socket, number>()
  let [sent, answered, acknowledged] = [0, 0, 0]
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()

  const startedMs = performance.now()
  const send = () => {
    const due = Math.min(all, Math.floor(((performance.now() - startedMs) / 1000) * perSecond))
    while (sent < due) {
      const socket = idle.pop()
      if (socket === undefined) return
      dueMs.set(socket, startedMs + (sent / perSecond) * 1000)
      socket.write(requests[sent++ % requests.length]!)
    }
  }
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => idle.push(socket))
    socket.on('data', chunk => {
      times.push(performance.now() - dueMs.get(socket)!)
      if (chunk.toString('latin1', 9, 12) === '200') acknowledged++
      idle.push(socket)
      if (++answered === all) resolve()
      else send()
    })
    return socket
  })
  const ticking = setInterval(send, TICK_MS)
  await done.finally(() => clearInterval(ticking))
  const took = (performance.now() - startedMs) / 1000
  for (const socket of sockets) socket.destroy()
  const sorted = Float64Array.from(times).sort()
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { sent, acknowledged, seconds: took, p50: percentile(0.5), p99: percentile(0.99) }
}
