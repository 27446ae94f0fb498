import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogStore } from '../../server/src/composition/database.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { fullPatch } from '../../server/tests/store/fixtures.ts'
import { IN_THIS_THREAD, migrateAndClose } from '../../server/tests/support/migrated.ts'
import { PostgresCluster } from '../../server/tests/support/postgres-cluster.ts'
import { LIMITS_OFF } from './http/limits-off.ts'
import { type Server, startServer, untilReady } from './http/process.ts'
import { readOptions } from './options.ts'
import { median, printTable, record } from './report.ts'

/**
 * Measures the time until a moderation act reaches every open event stream of one process; the bar is 5,000 streams
 * within a second. Afterwards all streams end at once and resume from before the first act. Streams are raw sockets of
 * this process. The database is SQLite, or a PostgreSQL of its own with `--postgres`.
 */
const options = readOptions({
  streams: 5000,
  acts: 20,
  postgres: false,
})
const { streams } = options
const AVATARS = 200
/** Streams opened at a time, because the system's backlog is 511. */
const OPENED_AT_ONCE = 100
/** Time from the end of all streams until memory is read for the last time. */
const AFTER_MS = 5000

const folder = join(tmpdir(), `avatary-bench-events-${process.pid}`)
const token = `ava_${randomBytes(32).toString('base64url')}`
const postgres = options.postgres ? await PostgresCluster.start() : null
try {
  const url = (await postgres?.createDatabase())?.url ?? `sqlite:${folder}.sqlite`
  await fill(url)
  const server = await startServer(resolve(import.meta.dirname, '../../server/dist/main.js'), [], {
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: url,
    DEMO: '0',
    ADMIN_TOKEN: token,
    ...LIMITS_OFF,
    CONNECTIONS_PER_ADDRESS: '0',
    EVENT_STREAMS_PER_ADDRESS: '0',
  })
  try {
    await untilReady(server)
    await report(await measure(server))
  } finally {
    await server.stop()
  }
} finally {
  await postgres?.stop()
  for (const path of [folder, `${folder}.sqlite`]) await rm(path, { recursive: true, force: true })
}

async function fill(url: string): Promise<void> {
  await migrateAndClose(url)
  await using db = await openDatabase(url, IN_THIS_THREAD)
  await catalogStore(db).saveMany(
    Array.from({ length: AVATARS }, (_, i) => fullPatch(i)),
    Date.now(),
  )
}

interface Measured {
  /** For each act, milliseconds until the last stream has its frame. */
  acts: readonly number[]
  /** CPU seconds of the server for opening all streams, for all acts, and for resuming all streams. */
  cpu: { opening: number; acts: number; resuming: number }
  resumedMs: number
  /** Resident bytes before, with all streams open, and after they ended. */
  resident: readonly number[]
}

async function measure(server: Server): Promise<string[][]> {
  const [before, cpuAtStart] = [server.residentBytes(), server.cpuSeconds()]
  const opened = await openAll(server, '')
  const [open, cpuOpen] = [server.residentBytes(), server.cpuSeconds()]
  const acts = await measureActs(server, opened)
  const cpuActs = server.cpuSeconds()
  const resumed = await measureResuming(server, opened, acts.length)
  await delay(AFTER_MS)
  return rowsOf({
    acts,
    cpu: { opening: cpuOpen - cpuAtStart, acts: cpuActs - cpuOpen, resuming: resumed.cpu },
    resumedMs: resumed.ms,
    resident: [before, open, server.residentBytes()],
  })
}

/**
 * Ends all streams, resumes them from before the first act until each has the frames of all acts, and ends them again.
 */
async function measureResuming(
  server: Server,
  opened: readonly Stream[],
  acts: number,
): Promise<{ ms: number; cpu: number }> {
  const since = opened[0]!.firstId - 1
  for (const { socket } of opened) socket.destroy()
  const [startedMs, cpuBefore] = [performance.now(), server.cpuSeconds()]
  const resumed = await openAll(server, `Last-Event-ID: ${since}\r\n`)
  await untilAll(resumed, () => acts)
  const measured = { ms: performance.now() - startedMs, cpu: server.cpuSeconds() - cpuBefore }
  for (const { socket } of resumed) socket.destroy()
  return measured
}

function rowsOf({ acts, cpu, resumedMs, resident }: Measured): string[][] {
  const worst = Math.max(...acts)
  return [
    ['streams', String(streams)],
    ['act to last stream, median ms', median(acts).toFixed(0)],
    ['act to last stream, worst ms', worst.toFixed(0)],
    ['CPU ms of the server to open a stream', inMilliseconds(cpu.opening / streams)],
    ['CPU ms of the server to send an act to one', inMilliseconds(cpu.acts / acts.length / streams)],
    ['bar: every act to all within 1,000 ms', worst <= 1000 ? 'met' : 'NOT met'],
    [`all resumed with ${acts.length} missed events, ms`, resumedMs.toFixed(0)],
    ['CPU seconds of the server meanwhile', cpu.resuming.toFixed(1)],
    ['resident MiB before, all open, after', resident.map(inMebibytes).join(', ')],
  ]
}

async function report(rows: string[][]): Promise<void> {
  const text = printTable([`events over ${options.postgres ? 'PostgreSQL' : 'SQLite'}`, ''], rows)
  console.log(text)
  if (options.record) await record('events', text)
}

function inMilliseconds(seconds: number): string {
  return (seconds * 1000).toFixed(3)
}

function inMebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}

interface Stream {
  socket: Socket
  /** Number of received frames. */
  frames: number
  /** The `id:` of the first one. */
  firstId: number
}

/** @param headers lines of the request. */
async function openAll({ origin }: Server, headers: string): Promise<Stream[]> {
  const { hostname, port } = new URL(origin)
  const opened: Stream[] = []
  for (let first = 0; first < streams; first += OPENED_AT_ONCE) {
    const batch = Array.from({ length: Math.min(OPENED_AT_ONCE, streams - first) }, () =>
      open(hostname, Number(port), headers),
    )
    opened.push(...(await Promise.all(batch)))
  }
  return opened
}

/** Resolves when the stream has started. */
async function open(host: string, port: number, headers: string): Promise<Stream> {
  const socket = connect(port, host)
  const stream = { socket, frames: 0, firstId: 0 }
  await new Promise<void>((started, failed) => {
    socket.once('error', failed)
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      if (text.includes('retry: 3000')) started()
      stream.frames += text.split('\ndata: ').length - 1
      if (stream.firstId === 0) stream.firstId = Number(/^id: (\d+)\ndata: /m.exec(text)?.[1] ?? 0)
    })
    socket.write(`GET /api/avatars/events HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`)
  })
  return stream
}

/** For each act, milliseconds from sending it until the last stream has its frame. */
async function measureActs(target: Server, opened: readonly Stream[]): Promise<number[]> {
  const page = await fetch(`${target.origin}/api/avatars/search?limit=60`)
  const { avatars } = (await page.json()) as { avatars: { id: string }[] }
  const times: number[] = []
  for (let act = 0; act < options.acts; act++) {
    const wanted = opened.map(({ frames }) => frames + 1)
    const startedAt = performance.now()
    const response = await fetch(`${target.origin}/api/admin/blocks/${avatars[act]!.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'bench' }),
    })
    if (!response.ok) throw new Error(`The act was answered ${response.status}: ${await response.text()}`)
    await untilAll(opened, i => wanted[i]!)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Waits until each stream has its wanted number of frames. */
async function untilAll(opened: readonly Stream[], wanted: (at: number) => number): Promise<void> {
  const startedMs = performance.now()
  while (opened.some(({ frames }, i) => frames < wanted(i))) {
    if (performance.now() - startedMs > 60_000) throw new Error('A stream got no frame in a minute')
    await delay(2)
  }
}
