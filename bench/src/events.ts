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
const AVATAR_COUNT = 200
/** Streams opened at a time, because the system's backlog is 511. */
const STREAMS_PER_BATCH = 100
/** Time from the end of all streams until memory is read for the last time. */
const MEMORY_SETTLE_MS = 5000

await using scratch = await mkdtempDisposable(join(tmpdir(), 'avatary-bench-events-'))
const token = `ava_${randomBytes(32).toString('base64url')}`
await using resources = new AsyncDisposableStack()
const postgres = options.postgres ? await PostgresCluster.start() : null
resources.defer(async () => await postgres?.stop())
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
    Array.from({ length: AVATAR_COUNT }, (_, i) => fullPatch(i)),
    Date.now(),
  )
}

interface Measurement {
  /** For each act, milliseconds until the last stream has its frame. */
  actTimesMs: readonly number[]
  /** CPU seconds of the server for opening all streams, for all acts, and for resuming all streams. */
  cpu: { opening: number; acts: number; resuming: number }
  resumedMs: number
  /** Resident bytes before, with all streams open, and after they ended. */
  resident: readonly number[]
}

async function measure(): Promise<string[][]> {
  const [residentAtStart, cpuAtStart] = [server.residentBytes(), server.cpuSeconds()]
  const openStreams = await openAllStreams('')
  const [residentAtOpen, cpuAtOpen] = [server.residentBytes(), server.cpuSeconds()]
  const actTimesMs = await measureActs(openStreams)
  const cpuAfterActs = server.cpuSeconds()
  const resuming = await measureResuming(openStreams, actTimesMs.length)
  await delay(MEMORY_SETTLE_MS)
  return rowsOf({
    actTimesMs,
    cpu: { opening: cpuAtOpen - cpuAtStart, acts: cpuAfterActs - cpuAtOpen, resuming: resuming.cpu },
    resumedMs: resuming.ms,
    resident: [residentAtStart, residentAtOpen, server.residentBytes()],
  })
}

/**
 * Ends all streams, resumes them from before the first act until each has the frames of all acts, and ends them again.
 */
async function measureResuming(
  openStreams: readonly Stream[],
  actCount: number,
): Promise<{ ms: number; cpu: number }> {
  const since = openStreams[0]!.firstId - 1
  for (const { socket } of openStreams) socket.destroy()
  const [startedMs, cpuBefore] = [performance.now(), server.cpuSeconds()]
  const resumedStreams = await openAllStreams(`Last-Event-ID: ${since}\r\n`)
  await untilAll(resumedStreams, () => actCount)
  const measurement = { ms: performance.now() - startedMs, cpu: server.cpuSeconds() - cpuBefore }
  for (const { socket } of resumedStreams) socket.destroy()
  return measurement
}

function rowsOf({ actTimesMs, cpu, resumedMs, resident }: Measurement): string[][] {
  const worstMs = Math.max(...actTimesMs)
  return [
    ['streams', String(streams)],
    ['act to last stream, median ms', median(actTimesMs).toFixed(0)],
    ['act to last stream, worst ms', worstMs.toFixed(0)],
    ['CPU ms of the server to open a stream', inMilliseconds(cpu.opening / streams)],
    ['CPU ms of the server to send an act to one', inMilliseconds(cpu.acts / actTimesMs.length / streams)],
    ['bar: every act to all within 1,000 ms', verdict(worstMs <= 1000)],
    [`all resumed with ${actTimesMs.length} missed events, ms`, resumedMs.toFixed(0)],
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
  frameCount: number
  /** The `id:` of the first one. */
  firstId: number
}

/** @param headers lines of the request. */
async function openAllStreams(headers: string): Promise<Stream[]> {
  const { hostname, port } = new URL(server.origin)
  const openStreams: Stream[] = []
  for (let start = 0; start < streams; start += STREAMS_PER_BATCH) {
    const batch = Array.from({ length: Math.min(STREAMS_PER_BATCH, streams - start) }, () =>
      open(hostname, Number(port), headers),
    )
    openStreams.push(...(await Promise.all(batch)))
  }
  return openStreams
}

/** Resolves when the stream has started. */
async function open(host: string, port: number, headers: string): Promise<Stream> {
  const socket = connect(port, host)
  const stream = { socket, frameCount: 0, firstId: 0 }
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      if (text.includes('retry: 3000')) resolve()
      stream.frameCount += text.split('\ndata: ').length - 1
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
    const wantedCounts = openStreams.map(({ frameCount }) => frameCount + 1)
    const startedMs = performance.now()
    const response = await fetch(`${server.origin}/api/admin/blocks/${avatars[act]!.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'bench' }),
    })
    if (!response.ok) throw new Error(`The act was answered ${response.status}: ${await response.text()}`)
    await untilAll(openStreams, i => wantedCounts[i]!)
    times.push(performance.now() - startedMs)
  }
  return times
}

/** Waits until each stream has its wanted number of frames. */
async function untilAll(openStreams: readonly Stream[], wantedCount: (at: number) => number): Promise<void> {
  const startedMs = performance.now()
  while (openStreams.some(({ frameCount }, i) => frameCount < wantedCount(i))) {
    if (performance.now() - startedMs > 60_000) throw new Error('A stream got no frame in a minute')
    await delay(2)
  }
}
