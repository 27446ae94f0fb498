import { randomBytes } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogStore } from '../../server/src/composition/database.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { fullPatch } from '../../server/tests/store/fixtures.ts'
import { IN_THIS_THREAD, migrateAndClose } from '../../server/tests/support/migrated.ts'
import { PostgresCluster } from '../../server/tests/support/postgres-cluster.ts'
import { startOnFolder } from './http/big-catalog.ts'
import { untilReady } from './http/process.ts'
import { readOptions } from './options.ts'
import { mebibytes, median, printTable, report, verdict } from './report.ts'

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

await using scratch = await mkdtempDisposable(join(tmpdir(), 'avatary-bench-events-'))
const token = `ava_${randomBytes(32).toString('base64url')}`
await using ended = new AsyncDisposableStack()
const postgres = options.postgres ? await PostgresCluster.start() : null
ended.defer(async () => await postgres?.stop())
const url = (await postgres?.createDatabase())?.url ?? `sqlite:${join(scratch.path, 'avatary.sqlite')}`
await fill()
await using server = await startOnFolder(scratch.path, {
  DATABASE_URL: url,
  ADMIN_TOKEN: token,
  CONNECTIONS_PER_ADDRESS: '0',
  EVENT_STREAMS_PER_ADDRESS: '0',
})
await untilReady(server)
const head = [`events over ${options.postgres ? 'PostgreSQL' : 'SQLite'}`, '']
await report('events', printTable(head, await measure()), options)

async function fill(): Promise<void> {
  await migrateAndClose(url)
  await using db = await openDatabase(url, IN_THIS_THREAD)
  await catalogStore(db).saveMany(
    Array.from({ length: AVATARS }, (_, i) => fullPatch(i)),
    Date.now(),
  )
}

interface Measurement {
  /** For each act, milliseconds until the last stream has its frame. */
  acts: readonly number[]
  /** CPU seconds of the server for opening all streams, for all acts, and for resuming all streams. */
  cpu: { opening: number; acts: number; resuming: number }
  resumedMs: number
  /** Resident bytes before, with all streams open, and after they ended. */
  resident: readonly number[]
}

async function measure(): Promise<string[][]> {
  const [before, cpuAtStart] = [server.residentBytes(), server.cpuSeconds()]
  const openStreams = await openAll('')
  const [open, cpuOpen] = [server.residentBytes(), server.cpuSeconds()]
  const acts = await measureActs(openStreams)
  const cpuActs = server.cpuSeconds()
  const resumed = await measureResuming(openStreams, acts.length)
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
  openStreams: readonly Stream[],
  acts: number,
): Promise<{ ms: number; cpu: number }> {
  const since = openStreams[0]!.firstId - 1
  for (const { socket } of openStreams) socket.destroy()
  const [startedMs, cpuBefore] = [performance.now(), server.cpuSeconds()]
  const resumed = await openAll(`Last-Event-ID: ${since}\r\n`)
  await untilAll(resumed, () => acts)
  const measured = { ms: performance.now() - startedMs, cpu: server.cpuSeconds() - cpuBefore }
  for (const { socket } of resumed) socket.destroy()
  return measured
}

function rowsOf({ acts, cpu, resumedMs, resident }: Measurement): string[][] {
  const worst = Math.max(...acts)
  return [
    ['streams', String(streams)],
    ['act to last stream, median ms', median(acts).toFixed(0)],
    ['act to last stream, worst ms', worst.toFixed(0)],
    ['CPU ms of the server to open a stream', inMilliseconds(cpu.opening / streams)],
    ['CPU ms of the server to send an act to one', inMilliseconds(cpu.acts / acts.length / streams)],
    ['bar: every act to all within 1,000 ms', verdict(worst <= 1000)],
    [`all resumed with ${acts.length} missed events, ms`, resumedMs.toFixed(0)],
    ['CPU seconds of the server meanwhile', cpu.resuming.toFixed(1)],
    ['resident MiB before, all open, after', resident.map(mebibytes).join(', ')],
  ]
}

function inMilliseconds(seconds: number): string {
  return (seconds * 1000).toFixed(3)
}

interface Stream {
  socket: Socket
  /** Number of received frames. */
  frames: number
  /** The `id:` of the first one. */
  firstId: number
}

/** @param headers lines of the request. */
async function openAll(headers: string): Promise<Stream[]> {
  const { hostname, port } = new URL(server.origin)
  const openStreams: Stream[] = []
  for (let first = 0; first < streams; first += OPENED_AT_ONCE) {
    const batch = Array.from({ length: Math.min(OPENED_AT_ONCE, streams - first) }, () =>
      open(hostname, Number(port), headers),
    )
    openStreams.push(...(await Promise.all(batch)))
  }
  return openStreams
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
async function measureActs(openStreams: readonly Stream[]): Promise<number[]> {
  const page = await fetch(`${server.origin}/api/avatars/search?limit=60`)
  const { avatars } = (await page.json()) as { avatars: { id: string }[] }
  const times: number[] = []
  for (let act = 0; act < options.acts; act++) {
    const wantedFrames = openStreams.map(({ frames }) => frames + 1)
    const startedAt = performance.now()
    const response = await fetch(`${server.origin}/api/admin/blocks/${avatars[act]!.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'bench' }),
    })
    if (!response.ok) throw new Error(`The act was answered ${response.status}: ${await response.text()}`)
    await untilAll(openStreams, i => wantedFrames[i]!)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Waits until each stream has its wanted number of frames. */
async function untilAll(openStreams: readonly Stream[], wantedFrames: (at: number) => number): Promise<void> {
  const startedMs = performance.now()
  while (openStreams.some(({ frames }, i) => frames < wantedFrames(i))) {
    if (performance.now() - startedMs > 60_000) throw new Error('A stream got no frame in a minute')
    await delay(2)
  }
}
