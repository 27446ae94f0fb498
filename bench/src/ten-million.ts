import { statSync } from 'node:fs'
import { mkdtempDisposable, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { startOnFolder } from './http/big-catalog.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import { load } from './http/load.ts'
import { type Server, untilReady } from './http/process.ts'
import { searchPaths } from './http/search-paths.ts'
import { readOptions } from './options.ts'
import { mebibytes, percentile, printTable, report } from './report.ts'

/**
 * Measures a very large catalog: a start without a snapshot and one with it, memory, searches, and the same searches in
 * SQLite FTS5. The catalog is imported into `bench/.cache`, unless `--folder` names one. `--keep-snapshot` skips the
 * start without a snapshot and uses the one in the folder; `--without-fts5` skips SQLite.
 */
const options = readOptions({
  size: 10_000_000,
  folder: '',
  seconds: 10,
  'keep-snapshot': false,
  'without-fts5': false,
})
const SEARCH_COUNT = 2000
/** Each search is repeated with these limits, so that no answer comes from the cache. */
const LIMITS = Array.from({ length: 24 }, (_, i) => 12 + i)

const folder = options.folder || (await catalogFolder(options.size))
const snapshot = join(folder, 'catalog.snapshot')
const rows = [
  ...(options['keep-snapshot'] ? [] : await measureStartWithoutSnapshot()),
  ...(await measureStartFromSnapshot()),
  ...(options['without-fts5'] ? [] : await measureFts5()),
]
const table = printTable(['figure', 'value'], rows)
await report(`ten million: ${options.size} avatars`, table, options)

async function measureStartWithoutSnapshot(): Promise<string[][]> {
  await rm(snapshot, { force: true })
  const server = await startOnFolder(folder)
  const seconds = await untilReady(server)
  const cpu = server.cpuSeconds()
  while (!isSnapshotWritten()) await delay(500)
  const peak = server.peakBytes()
  await server.stop()
  return [
    ['start without a snapshot, s', seconds.toFixed(1)],
    ['… CPU s', cpu.toFixed(0)],
    ['… peak MiB until the first snapshot is written', mebibytes(peak)],
    ['snapshot, MiB', mebibytes(statSync(snapshot).size)],
  ]
}

async function measureStartFromSnapshot(): Promise<string[][]> {
  const startedMs = performance.now()
  const server = await startOnFolder(folder)
  await untilReady(server)
  const seconds = (performance.now() - startedMs) / 1000
  const { indexed } = await answerOf(server, '/api/stats')
  const resident = server.residentBytes()
  const searches = searchPaths(SEARCH_COUNT)
  const paths = LIMITS.flatMap(limit => searches.map(path => `${path}&limit=${limit}`))
  const half = paths.length / 2
  const loadOptions = { origin: server.origin, connections: 1, seconds: options.seconds }
  // The first round fills the cache of sets.
  await load({ ...loadOptions, paths: paths.slice(0, half) })
  const cpuBefore = server.cpuSeconds()
  const result = await load({ ...loadOptions, paths: paths.slice(half) })
  const residentAfter = server.residentBytes()
  const cpu = ((server.cpuSeconds() - cpuBefore) / result.requests) * 1e6
  await server.stop()
  return [
    ['start from the snapshot to ready, s', seconds.toFixed(1)],
    ['resident after it, MiB', mebibytes(resident)],
    ['… and after the searches', mebibytes(residentAfter)],
    ['snapshot, bytes an avatar', (statSync(snapshot).size / indexed).toFixed(0)],
    ['searches a second', result.requestsPerSecond.toFixed(0)],
    ['search, CPU µs', cpu.toFixed(0)],
    ['search, p50 / p99 ms', `${result.p50.toFixed(2)} / ${result.p99.toFixed(2)}`],
  ]
}

/** Selects the first page and the total of the same words, newest first. */
async function measureFts5(): Promise<string[][]> {
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'avatary-fts5-'))
  using db = new DatabaseSync(join(scratch.path, 'fts5.sqlite'))
  db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma mmap_size = 30000000000;
    attach '${join(folder, 'avatary.sqlite')}' as catalog;
    create virtual table texts using fts5(name, author, description, tags,
      content='', columnsize=0, detail=none, prefix='2 3');`)
  const usageBefore = process.cpuUsage()
  db.exec(`insert into texts(rowid, name, author, description, tags)
    select key, name, author_name, description, tags from catalog.avatars;
    insert into texts(texts) values('optimize');`)
  const buildSeconds = cpuSeconds(process.cpuUsage(usageBefore))
  const count = db.prepare('select count(*) as total from texts where texts match ?')
  const page = db.prepare('select rowid from texts where texts match ? order by rowid desc limit 24')
  const terms = searchPaths(SEARCH_COUNT).flatMap(
    path => new URL(path, 'http://a').searchParams.get('q') ?? [],
  )
  const times: number[] = []
  const endsMs = performance.now() + options.seconds * 1000
  for (let i = 0; performance.now() < endsMs; i++) {
    const words = terms[i % terms.length]!.split(' ').map(word => `"${word}"`)
    const startedMs = performance.now()
    count.get(`${words.join(' AND ')} *`)
    page.all(`${words.join(' AND ')} *`)
    times.push(performance.now() - startedMs)
  }
  const [p50, p99] = [0.5, 0.99].map(share => percentile(times, share).toFixed(2))
  return [
    ['SQLite FTS5 built, CPU s', buildSeconds.toFixed(0)],
    ['SQLite FTS5, searches a second', (times.length / options.seconds).toFixed(0)],
    ['SQLite FTS5, p50 / p99 ms', `${p50} / ${p99}`],
  ]
}

function isSnapshotWritten(): boolean {
  return statSync(snapshot, { throwIfNoEntry: false }) !== undefined
}

async function answerOf({ origin }: Server, path: string): Promise<{ indexed: number }> {
  return (await (await fetch(origin + path)).json()) as { indexed: number }
}

function cpuSeconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6
}
