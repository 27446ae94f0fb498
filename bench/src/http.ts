import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serialize } from 'node:v8'
import { startOverCatalog } from './http/big-catalog.ts'
import { type LoadResult, load } from './http/load.ts'
import { type Server, startServer } from './http/process.ts'
import { searchPaths } from './http/questions.ts'
import { median, printTable, record } from './report.ts'

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    record: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)

interface Scenario {
  name: string
  paths: readonly string[]
  headers?: Record<string, string>
  /** Least share of the floor's requests a second (design, "Bars"). */
  bar: number | null
}

const scratch = await mkdtemp(join(tmpdir(), 'avatary-bench-'))
const ours = await startOverCatalog(Number(options.size))
try {
  const startSeconds = ours.readySeconds
  const questions = searchPaths(2000)
  const pages = Array.from({ length: 20 }, (_, page) => `/api/avatars/all?offset=${page * 1000}`)
  const tags = await tagsOf(ours, pages.slice(0, 1))
  const scenarios: Scenario[] = [
    { name: 'search, 2,000 questions, each new', paths: questions, bar: null },
    { name: 'search, 2,000 questions in turn', paths: questions, bar: 0.6 },
    { name: 'search, one question', paths: questions.slice(1, 2), bar: 0.6 },
    { name: 'all, 20 pages in turn', paths: pages, bar: 0.8 },
    { name: 'all, 304', paths: pages.slice(0, 1), headers: { 'if-none-match': tags[0]! }, bar: 0.8 },
  ]
  const rows: string[][] = []
  for (const scenario of scenarios) rows.push(await compare(scenario))
  const text = printTable(
    ['scenario', 'bare node:http, req/s', 'Avatary, req/s', 'ratio', 'bar', 'p99 ms', 'CPU µs/req'],
    rows,
  )
  const resident = Math.round(ours.residentBytes() / 2 ** 20)
  const facts = `${options.size} avatars; ready ${startSeconds.toFixed(1)} s after start; ${resident} MiB resident afterwards.`
  console.log(`${text}\n${facts}`)
  if (options.record) await record('http', `${text}\n\n${facts}`)
} finally {
  await ours.stop()
  await rm(scratch, { recursive: true, force: true })
}

/** One scenario: rounds of floor and ours in turn, so that what else the machine does hits both. */
async function compare({ name, paths, headers, bar }: Scenario): Promise<string[]> {
  const isNew = name.includes('each new')
  const floor = await startFloor(paths, headers)
  const results: { floor: LoadResult; ours: LoadResult; cpu: number }[] = []
  try {
    const measure = (origin: string, asked: readonly string[]) =>
      load({ origin, paths: asked, connections: 16, seconds, ...(headers && { headers }) })
    for (let round = 0; round < rounds; round++) {
      const atFloor = await measure(floor.origin, paths)
      const asked = isNew ? withNonce(paths, round) : paths
      const cpuBefore = ours.cpuSeconds()
      const atOurs = await measure(ours.origin, asked)
      const cpu = (ours.cpuSeconds() - cpuBefore) / atOurs.requests
      if (atOurs.failures > 0) throw new Error(`${name}: ${atOurs.failures} answers were not 200 or 304`)
      results.push({ floor: atFloor, ours: atOurs, cpu })
    }
  } finally {
    await floor.stop()
  }
  const floorRate = median(results.map(result => result.floor.requestsPerSecond))
  const ourRate = median(results.map(result => result.ours.requestsPerSecond))
  const ratio = median(results.map(result => result.ours.requestsPerSecond / result.floor.requestsPerSecond))
  const verdict = bar === null ? '–' : `≥ ${bar} ${ratio >= bar ? 'met' : 'NOT met'}`
  const p99 = median(results.map(result => result.ours.p99))
  const cpu = median(results.map(result => result.cpu)) * 1e6
  return [
    name,
    floorRate.toFixed(0),
    ourRate.toFixed(0),
    ratio.toFixed(2),
    verdict,
    p99.toFixed(2),
    cpu.toFixed(0),
  ]
}

/** The same questions with a parameter that means nothing, so that no answer is at hand. */
function withNonce(paths: readonly string[], round: number): string[] {
  return Array.from({ length: 20 }, (_, turn) => paths.map(path => `${path}&nonce=${round}.${turn}`)).flat()
}

/** A bare server that sends what ours sends: the same bodies, or a bare 304. */
async function startFloor(paths: readonly string[], headers: Record<string, string> = {}): Promise<Server> {
  const answers = new Map<string, { status: number; body: Buffer }>()
  for (const path of paths) {
    const response = await fetch(ours.origin + path, {
      headers: { 'accept-encoding': 'identity', ...headers },
    })
    answers.set(path, { status: response.status, body: Buffer.from(await response.arrayBuffer()) })
  }
  const file = join(scratch, 'answers')
  await writeFile(file, serialize([...answers]))
  return await startServer(join(import.meta.dirname, 'http/floor.ts'), [file])
}

async function tagsOf({ origin }: Server, paths: readonly string[]): Promise<string[]> {
  const responses = await Promise.all(
    paths.map(path => fetch(origin + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })),
  )
  return responses.map(response => response.headers.get('etag')!)
}
