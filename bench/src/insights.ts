import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LIMITS_OFF } from './http/limits-off.ts'
import { load } from './http/load.ts'
import { type Server, startServer, untilReady } from './http/process.ts'
import { plainSql } from './insights/plain-sql.ts'
import { hasPostgres, postgresWith } from './insights/postgres-rows.ts'
import { preparedFolder } from './insights/prepare.ts'
import { insightsQuestions, pathOf, type Question } from './insights/questions.ts'
import { median, printTable, record } from './report.ts'

/** How fast the ranking of a large catalog answers, and how soon what is counted shows (design, "Bars"). */
const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    active: { type: 'string', default: '100000' },
    days: { type: 'string', default: '180' },
    seconds: { type: 'string', default: '20' },
    peers: { type: 'string', default: '8' },
    record: { type: 'boolean', default: false },
  },
})
const [size, active, days, seconds, peerQuestions] = [
  ...[options.size, options.active, options.days, options.seconds, options.peers],
].map(Number) as [number, number, number, number, number]

const MAIN = resolve(import.meta.dirname, '../../server/src/main.ts')
const BAR_MS = 50
const VISIBLE_BAR_MS = 5000

const { folder, rows, today } = await preparedFolder(size, active, days)
const dayRows = new DatabaseSync(rows, { readOnly: true })
const one = (sql: string) => Object.values(dayRows.prepare(sql).get()!)[0]
const rowCount = Number(one('select count(*) from avatar_days'))
const authors = dayRows
  .prepare('select author_id from avatars group by author_id order by count(*) desc limit 200')
  .all()
  .map(row => String(row.author_id))

const scratch = await mkdtemp(join(resolve(import.meta.dirname, '../.cache'), 'insights-run-'))
await cp(join(folder, 'avatary.sqlite'), join(scratch, 'avatary.sqlite'))
await copySnapshot()
const ours = await start()
const lines: string[] = []
try {
  const firstAnswer = performance.now()
  await ask(ours, { sort: 'views', days: 30, limit: 30, offset: 0 })
  lines.push(
    `${size} avatars, ${active} with activity, ${rowCount} days of them in ${days} days. Ready ${ours.readySeconds.toFixed(1)} s after the process began, and the first ranking ${(performance.now() - firstAnswer).toFixed(0)} ms later; ${(ours.residentBytes() / 2 ** 20).toFixed(0)} MiB resident then.`,
  )
  const questions = insightsQuestions(2000, authors, size)
  const peers = await comparePeers(ours, questions)
  const results: string[][] = []
  const measure = async (name: string, asked: readonly Question[], connections: number) => {
    const cpuBefore = ours.cpuSeconds()
    const result = await load({ origin: ours.origin, paths: asked.map(pathOf), connections, seconds })
    if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`)
    const cpu = ((ours.cpuSeconds() - cpuBefore) / result.requests) * 1000
    const verdict = connections === 1 ? (result.p99 <= BAR_MS ? 'met' : 'NOT met') : '–'
    results.push([
      ...[name, String(connections), result.requestsPerSecond.toFixed(0)],
      ...[result.p50, result.p99, cpu].map(value => value.toFixed(1)),
      verdict,
    ])
  }
  const traffic = new AbortController()
  const counting = keepCounting(ours, traffic.signal)
  await measure('mixture, while things are counted', questions, 1)
  await measure('mixture, while things are counted', questions, 4)
  const sorts = ['views', 'trending', 'ctr', 'newest'] as const
  for (const sort of sorts)
    await measure(
      `${sort}, any window, first pages`,
      questions.map((question, n) => ({
        sort,
        days: 7 + (n % 84),
        limit: 30,
        offset: (n % 5) * 30,
        nonce: question.offset + n,
      })),
      1,
    )
  traffic.abort()
  await counting
  const table = printTable(
    ['questions', 'at once', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms/req', `p99 ≤ ${BAR_MS} ms`],
    results,
  )
  const visible = await measureVisible(ours)
  const visibleMax = Math.max(...visible)
  lines.push(
    `From a view to its number in insights: median ${median(visible).toFixed(0)} ms, longest ${visibleMax.toFixed(0)} ms (≤ ${VISIBLE_BAR_MS}: ${visibleMax <= VISIBLE_BAR_MS ? 'met' : 'NOT met'}).`,
  )
  const metrics = await (await fetch(`${ours.origin}/metrics`)).text()
  const bytes = Number(/^avatary_insights_bytes (\S+)/m.exec(metrics)?.[1] ?? 0)
  lines.push(
    `Histories and windows take ${(bytes / 2 ** 20).toFixed(0)} MiB of ${(ours.residentBytes() / 2 ** 20).toFixed(0)} MiB resident.`,
  )
  lines.push(`Load of the machine at the end: ${loadavg()[0]!.toFixed(1)}.`)
  const text = [table, peers, lines.join('\n')].join('\n\n')
  console.log(text)
  if (options.record) await record(`insights, ${size.toLocaleString('en')} avatars`, text)
} finally {
  dayRows.close()
  await ours.stop()
  await rm(scratch, { recursive: true, force: true })
}

/** The snapshot of the catalog, which every start but the first has: made once and kept beside what it is of. */
async function copySnapshot(): Promise<void> {
  const name = 'catalog.snapshot'
  if (!existsSync(join(folder, name))) {
    const server = await start()
    while (!existsSync(join(scratch, name))) await delay(100)
    await server.stop()
    await cp(join(scratch, name), join(folder, name))
  } else await cp(join(folder, name), join(scratch, name))
}

async function start(): Promise<Server & { readySeconds: number }> {
  const started = performance.now()
  const server = await startServer(MAIN, [], {
    ...LIMITS_OFF,
    PORT: '0',
    DEMO: '0',
    DATA_DIR: scratch,
    MALLOC_MMAP_THRESHOLD_: '131072',
  })
  await untilReady(server)
  return { ...server, readySeconds: (performance.now() - started) / 1000 }
}

interface Ranking {
  total: number
  avatars: { id: string }[]
}

async function ask({ origin }: Server, question: Question): Promise<Ranking> {
  const answer = await fetch(origin + pathOf(question))
  if (answer.status !== 200) throw new Error(`${pathOf(question)}: ${answer.status}`)
  return (await answer.json()) as Ranking
}

/** A hundred views a second, so that no answer stays what it was. */
async function keepCounting({ origin }: Server, signal: AbortSignal): Promise<void> {
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
async function measureVisible({ origin }: Server): Promise<number[]> {
  const times: number[] = []
  const ids = dayRows.prepare('select id from avatars where is_active = 1 limit 20 offset 7000').all()
  for (const { id } of ids) {
    const views = async () => {
      const answer = await fetch(`${origin}/api/insights/avatars?q=${id}&days=30`)
      return ((await answer.json()) as { avatars: { window: { views: number } }[] }).avatars[0]!.window.views
    }
    const before = await views()
    await track(origin, String(id))
    const started = performance.now()
    while ((await views()) === before) await delay(5)
    times.push(performance.now() - started)
  }
  return times
}

interface Peer {
  name: string
  run(sql: string): Promise<{ id: string; total: number }[]>
  end(): Promise<void>
}

/** The same questions in plain SQL, each once, before anything more is counted; the pages must be the same. */
async function comparePeers(server: Server, questions: readonly Question[]): Promise<string> {
  if (peerQuestions === 0) return 'Not compared with plain SQL.'
  const plain = questions.filter(({ q }) => q === undefined)
  const asked = plain
    .filter((_, n) => n % Math.floor(plain.length / peerQuestions) === 0)
    .slice(0, peerQuestions)
  const table: string[][] = []
  for (const peer of await peersOf()) {
    console.error(`Asking ${peer.name} ${asked.length} questions in plain SQL …`)
    const times: number[] = []
    for (const question of asked) {
      const started = performance.now()
      const found = await peer.run(plainSql(question, today))
      times.push(performance.now() - started)
      const { total, avatars } = await ask(server, question)
      const same = JSON.stringify(avatars.map(({ id }) => id)) === JSON.stringify(found.map(({ id }) => id))
      if (!same || Number(found[0]?.total ?? total) !== total)
        throw new Error(`${peer.name} answers ${pathOf(question)} otherwise`)
    }
    table.push([
      peer.name,
      String(asked.length),
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
  const client = await postgresWith(rows)
  const run = async (sql: string) => (await client.query<{ id: string; total: number }>(sql)).rows
  return [sqlite, { name: 'PostgreSQL', run, end: () => client.end() }]
}
