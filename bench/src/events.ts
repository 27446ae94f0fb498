import { readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Server, startServer, untilReady } from './http/process.ts'
import { median, printTable, record } from './report.ts'

/**
 * Measures the time until a moderation act reaches every open event stream of one process; the bar is 5,000 streams
 * within a second. Streams are raw sockets in this process; the demo catalog is served.
 */
const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    acts: { type: 'string', default: '20' },
    record: { type: 'boolean', default: false },
  },
})
const streams = Number(options.streams)
const folder = join(tmpdir(), `avatary-bench-events-${process.pid}`)
const server = await startServer(resolve(import.meta.dirname, '../../server/src/main.ts'), [], {
  PORT: '0',
  DATA_DIR: folder,
  DEMO: '1',
  CONNECTIONS_PER_ADDRESS: '0',
  EVENT_STREAMS_PER_ADDRESS: '0',
  ...Object.fromEntries(['READ', 'WRITES', 'GLOBAL'].map(name => [`RATE_LIMIT_${name}`, '0'])),
})
try {
  await untilReady(server)
  const opened = await openAll(server)
  const before = server.residentBytes()
  const acts = await measureActs(server, opened)
  const cpu = server.cpuSeconds()
  const rows = [
    ['streams open', String(opened.length)],
    ['act to last stream, median ms', median(acts).toFixed(0)],
    ['act to last stream, worst ms', Math.max(...acts).toFixed(0)],
    ['bar: every act to all within 1,000 ms', Math.max(...acts) <= 1000 ? 'met' : 'NOT met'],
    ['resident MiB with all open', (before / 2 ** 20).toFixed(0)],
    ['CPU seconds of the server in all', cpu.toFixed(1)],
  ]
  const text = printTable(['events', ''], rows)
  console.log(text)
  if (options.record) await record('events', text)
  for (const { socket } of opened) socket.destroy()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

interface Stream {
  socket: Socket
  /** Number of received frames. */
  frames: number
}

async function openAll({ origin }: Server): Promise<Stream[]> {
  const { hostname, port } = new URL(origin)
  const opened: Stream[] = []
  for (let first = 0; first < streams; first += 100) {
    const some = Array.from({ length: Math.min(100, streams - first) }, () => open(hostname, Number(port)))
    opened.push(...(await Promise.all(some)))
  }
  return opened
}

/** Resolves when the stream has begun. */
async function open(host: string, port: number): Promise<Stream> {
  const socket = connect(port, host)
  const stream = { socket, frames: 0 }
  await new Promise<void>((begun, failed) => {
    socket.once('error', failed)
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      if (text.includes('retry: 3000')) begun()
      stream.frames += text.split('\ndata: ').length - 1
    })
    socket.write('GET /api/avatars/events HTTP/1.1\r\nHost: bench\r\n\r\n')
  })
  return stream
}

/** Milliseconds from sending each act to its frame on the last stream. */
async function measureActs(target: Server, opened: readonly Stream[]): Promise<number[]> {
  const token = (await readFile(join(folder, 'demo/admin.token'), 'utf8')).trim()
  const page = await fetch(`${target.origin}/api/avatars/search?limit=60`)
  const { avatars } = (await page.json()) as { avatars: { id: string }[] }
  const times: number[] = []
  for (let act = 0; act < Number(options.acts); act++) {
    const wanted = opened.map(({ frames }) => frames + 1)
    const startedAt = performance.now()
    const response = await fetch(`${target.origin}/api/admin/blocks/${avatars[act]!.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'bench' }),
    })
    if (!response.ok) throw new Error(`The act was answered ${response.status}: ${await response.text()}`)
    while (opened.some(({ frames }, i) => frames < wanted[i]!)) {
      if (performance.now() - startedAt > 20_000) throw new Error('A stream got no frame in 20 s')
      await delay(2)
    }
    times.push(performance.now() - startedAt)
  }
  return times
}
