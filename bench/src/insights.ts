import { existsSync } from 'node:fs'
import { cp, mkdtempDisposable, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { startOnFolder } from './http/big-catalog.ts'
import { load } from './http/load.ts'
import { type Server, untilReady } from './http/process.ts'
import { activeCatalogFolder } from './insights/active-catalog.ts'
import { historiesOf } from './insights/histories-of.ts'
import { plainSql } from './insights/plain-sql.ts'
import { copyToPostgres } from './insights/postgres-rows.ts'
import { type InsightsRequest, insightsRequests, pathOf } from './insights/requests.ts'
import { readOptions } from './options.ts'
import { hasPostgres } from './postgres.ts'
import { machineLoad, mebibytes, median, printTable, report, verdict } from './report.ts'

/** Measures rankings of a large catalog, and the delay until a count is visible. */
const options = readOptions({
  size: 1_000_000,
  active: 100_000,
  days: 180,
  seconds: 5,
  rounds: 3,
  /** Number of questions that are also asked in plain SQL; 0 = none. */
  peers: 8,
})
const { size, active, days, seconds, rounds, peers: peerQuestions } = options

const MAX_P99_MS = 50
const MAX_VISIBLE_MS = 5000
const SNAPSHOTS = ['catalog.snapshot', 'insights.snapshot']

const { folder, today } = await activeCatalogFolder(size, active, days)
const databaseFile = join(folder, 'avatary.sqlite')
using dayRows = new DatabaseSync(databaseFile, { readOnly: true })
const rowCount = Number(dayRows.prepare('select count(*) as count from avatar_days').get()!.count)
const authors = dayRows
  .prepare('select author_id from avatars group by author_id order by count(*) desc limit 200')
  .all()
  .map(row => String(row.author_id))

await using scratch = await mkdtempDisposable(join(dirname(folder), 'run-'))
const questions = insightsRequests(2000, authors, size)
const SORTS = ['views', 'trending', 'ctr', 'newest'] as const
const SCENARIOS: readonly { name: string; questions: readonly InsightsRequest[]; connections: number }[] = [
  { name: 'mixture', questions, connections: 1 },
  { name: 'mixture', questions, connections: 4 },
  ...SORTS.map(sort => ({
    name: `${sort}, any window, first pages`,
    questions: questions.map(({ offset }, n) => ({
      sort,
      days: 7 + ((n * 37) % 84),
      limit: 30,
      offset: (n % 5) * 30,
      nonce: offset + n,
    })),
    connections: 1,
  })),
]
await copyDatabase()
await copySnapshots()
const measurementText = await measureOurs()
await copyDatabase()
const text = [measurementText, await comparePeers(), machineLoad()].join('\n\n')
await report(`insights, ${size.toLocaleString('en')} avatars`, text, options)

/** Measures the start, requests while events are counted, the delay of a view, and memory. */
async function measureOurs(): Promise<string> {
  await using avatary = await start()
  const { readySeconds } = avatary
  const startedMs = performance.now()
  await ask(avatary, { sort: 'views', days: 30, limit: 30, offset: 0 })
  const firstSeconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const startMib = mebibytes(avatary.residentBytes())
  const traffic = new AbortController()
  const viewsSent = sendViews(avatary, traffic.signal)
  const results = SCENARIOS.map(() => [] as Measurement[])
  for (let round = 0; round < rounds; round++)
    for (const [i, scenario] of SCENARIOS.entries()) results[i]!.push(await measure(avatary, scenario))
  traffic.abort()
  await viewsSent
  const visibleAfterMs = await measureVisibility(avatary)
  const longestMs = Math.max(...visibleAfterMs)
  const { bytes } = await historiesOf(avatary.origin)
  const table = printTable(
    [
      'questions, while things are counted',
      'at once',
      'req/s',
      'p50 ms',
      'p99 ms',
      'CPU ms/req',
      'p99 ≤ 50 ms',
    ],
    SCENARIOS.map((scenario, i) => rowOf(scenario, results[i]!)),
  )
  return [
    table,
    '',
    `${size} avatars, ${active} with activity, ${rowCount} days of them in ${days} days; ${rounds} rounds in turn, medians.`,
    `The catalog answers ${readySeconds.toFixed(1)} s after the process began, a ranking ${firstSeconds} s later; ${startMib} MiB resident then.`,
    `From a view to its number in insights: median ${median(visibleAfterMs).toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms (≤ ${MAX_VISIBLE_MS}: ${verdict(longestMs <= MAX_VISIBLE_MS)}).`,
    `Histories and sums take ${mebibytes(bytes)} MiB of ${mebibytes(avatary.residentBytes())} MiB resident at the end.`,
  ].join('\n')
}

interface Measurement {
  requestsPerSecond: number
  p50: number
  p99: number
  cpuMs: number
}

async function measure(
  server: Server,
  { name, questions, connections }: (typeof SCENARIOS)[number],
): Promise<Measurement> {
  const cpuBefore = server.cpuSeconds()
  const result = await load({ origin: server.origin, paths: questions.map(pathOf), connections, seconds })
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`)
  return { ...result, cpuMs: ((server.cpuSeconds() - cpuBefore) / result.requests) * 1000 }
}

function rowOf({ name, connections }: (typeof SCENARIOS)[number], results: readonly Measurement[]): string[] {
  const medianOf = (figure: keyof Measurement) => median(results.map(result => result[figure]))
  return [
    name,
    String(connections),
    medianOf('requestsPerSecond').toFixed(0),
    medianOf('p50').toFixed(1),
    medianOf('p99').toFixed(1),
    medianOf('cpuMs').toFixed(1),
    connections === 1 ? verdict(medianOf('p99') <= MAX_P99_MS) : '–',
  ]
}

async function copyDatabase(): Promise<void> {
  for (const ending of ['', '-wal', '-shm'])
    await rm(join(scratch.path, `avatary.sqlite${ending}`), { force: true })
  await cp(databaseFile, join(scratch.path, 'avatary.sqlite'))
}

/** Creates once the snapshots that every start but the first has, beside their database. */
async function copySnapshots(): Promise<void> {
  if (SNAPSHOTS.some(name => !existsSync(join(folder, name)))) {
    await using _ = await start()
    while (SNAPSHOTS.some(name => !existsSync(join(scratch.path, name)))) await delay(100)
    for (const name of SNAPSHOTS) await cp(join(scratch.path, name), join(folder, name))
  }
  for (const name of SNAPSHOTS) await cp(join(folder, name), join(scratch.path, name))
}

async function start(): Promise<Server & { readySeconds: number }> {
  const startedMs = performance.now()
  const server = await startOnFolder(scratch.path)
  await untilReady(server)
  return { ...server, readySeconds: (performance.now() - startedMs) / 1000 }
}

interface Ranking {
  total: number
  avatars: { id: string }[]
}

async function ask({ origin }: Server, question: InsightsRequest): Promise<Ranking> {
  const answer = await fetch(origin + pathOf(question))
  if (answer.status !== 200) throw new Error(`${pathOf(question)}: ${answer.status}`)
  return (await answer.json()) as Ranking
}

/** Sends a hundred views per second, so that answers change. */
async function sendViews({ origin }: Server, signal: AbortSignal): Promise<void> {
  const ids = dayRows.prepare('select id from avatars where is_active = 1 limit 5000').all()
  for (let n = 0; !signal.aborted; n++) {
    await track(origin, String(ids[(n * 37) % ids.length]!.id))
    await delay(10)
  }
}

async function track(origin: string, id: string): Promise<void> {
  const answer = await fetch(`${origin}/api/avatars/${id}/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    body: JSON.stringify({ event: 'view' }),
  })
  await answer.arrayBuffer()
}

/** Milliseconds from the answer to a tracked view until the ranking shows it. */
async function measureVisibility({ origin }: Server): Promise<number[]> {
  const times: number[] = []
  const ids = dayRows.prepare('select id from avatars where is_active = 1 limit 20 offset 7000').all()
  for (const { id } of ids) {
    const views = async () => {
      const answer = await fetch(`${origin}/api/insights/avatars?q=${id}&days=30`)
      return ((await answer.json()) as { avatars: { window: { views: number } }[] }).avatars[0]!.window.views
    }
    const viewsBefore = await views()
    await track(origin, String(id))
    const startedMs = performance.now()
    while ((await views()) === viewsBefore) await delay(5)
    times.push(performance.now() - startedMs)
  }
  return times
}

interface Peer {
  name: string
  run(sql: string): Promise<{ id: string; total: number }[]>
  end(): Promise<void>
}

/**
 * Runs each request once as plain SQL before more events are counted.
 * @throws when the pages differ.
 */
async function comparePeers(): Promise<string> {
  if (peerQuestions === 0) return 'Not compared with plain SQL.'
  const questionsWithoutText = questions.filter(({ q }) => q === undefined)
  const sample = questionsWithoutText
    .filter((_, n) => n % Math.floor(questionsWithoutText.length / peerQuestions) === 0)
    .slice(0, peerQuestions)
  const table: string[][] = []
  await copySnapshots()
  await using server = await start()
  for (const peer of await peersOf()) {
    console.error(`Asking ${peer.name} ${sample.length} questions in plain SQL …`)
    const times: number[] = []
    for (const question of sample) {
      const startedMs = performance.now()
      const rows = await peer.run(plainSql(question, today))
      times.push(performance.now() - startedMs)
      const { total, avatars } = await ask(server, question)
      const isSame = JSON.stringify(avatars.map(({ id }) => id)) === JSON.stringify(rows.map(({ id }) => id))
      if (!isSame || Number(rows[0]?.total ?? total) !== total)
        throw new Error(`${peer.name} answers ${pathOf(question)} otherwise`)
    }
    table.push([
      peer.name,
      String(sample.length),
      median(times).toFixed(0),
      Math.min(...times).toFixed(0),
      Math.max(...times).toFixed(0),
    ])
    await peer.end()
  }
  return printTable(['plain SQL over the rows', 'questions', 'median ms', 'shortest ms', 'longest ms'], table)
}

async function peersOf(): Promise<Peer[]> {
  const sqlite: Peer = {
    name: 'SQLite',
    run: async sql => dayRows.prepare(sql).all() as unknown as { id: string; total: number }[],
    end: async () => {},
  }
  if (!hasPostgres) return [sqlite]
  console.error('Filling PostgreSQL …')
  const client = await copyToPostgres(databaseFile)
  const run = async (sql: string) => (await client.query<{ id: string; total: number }>(sql)).rows
  return [sqlite, { name: 'PostgreSQL', run, end: () => client.end() }]
}
