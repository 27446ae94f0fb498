import { setTimeout as delay } from 'node:timers/promises'
import { startBaseline } from './http/baseline-server.ts'
import { startOnCatalog } from './http/big-catalog.ts'
import { type LoadResult, load } from './http/load.ts'
import type { Server } from './http/process.ts'
import { searchPaths } from './http/search-paths.ts'
import { readOptions } from './options.ts'
import { mebibytes, median, printTable, report, verdict } from './report.ts'

const options = readOptions({
  size: 1_000_000,
  rounds: 5,
  seconds: 4,
})
const { rounds, seconds } = options

interface Scenario {
  name: string
  paths: readonly string[]
  headers?: Record<string, string>
  /** Minimum ratio of the bare server's CPU time per request to ours. */
  bar: number | null
}

await using avatary = await startOnCatalog(options.size)
const questions = searchPaths(2000)
const pages = Array.from({ length: 20 }, (_, page) => `/api/avatars/all?offset=${page * 1000}`)
const etag = await etagOf(pages[0]!)
const scenarios: Scenario[] = [
  { name: 'search, 2,000 questions, each new', paths: questions, bar: null },
  { name: 'search, 2,000 questions in turn', paths: questions, bar: 0.85 },
  { name: 'search, one question', paths: questions.slice(1, 2), bar: 0.85 },
  { name: 'all, 20 pages in turn', paths: pages, bar: 0.85 },
  { name: 'all, 304', paths: pages.slice(0, 1), headers: { 'if-none-match': etag }, bar: 0.85 },
]
const rows: string[][] = []
for (const scenario of scenarios) rows.push(await compare(scenario))
const text = printTable(
  [
    'scenario',
    'bare node:http, CPU µs/req',
    'Avatary, CPU µs/req',
    'ratio',
    'bar',
    'bare node:http, req/s',
    'Avatary, req/s',
    'p99 ms',
  ],
  rows,
)
const facts = `${options.size} avatars; ready ${avatary.readySeconds.toFixed(1)} s after start; ${mebibytes(avatary.residentBytes())} MiB resident afterwards.`
await report('http', `${text}\n\n${facts}`, options)

interface Measurement extends LoadResult {
  /** CPU time of the server per request, in microseconds. */
  cpu: number
}

/** Measures the bare server and ours in alternating rounds, so that other programs slow down both. */
async function compare({ name, paths, headers, bar }: Scenario): Promise<string[]> {
  const isUncached = name.includes('each new')
  await using baseline = await startBaseline(avatary.origin, paths, headers)
  const results: { baseline: Measurement; avatary: Measurement }[] = []
  const measure = async (server: Server, addresses: readonly string[]): Promise<Measurement> => {
    // Background jobs take CPU time even without requests, which is subtracted.
    const idleSeconds = seconds / 4
    const cpuBeforeIdle = server.cpuSeconds()
    await delay(idleSeconds * 1000)
    const cpuBefore = server.cpuSeconds()
    const backgroundSeconds = ((cpuBefore - cpuBeforeIdle) * seconds) / idleSeconds
    const result = await load({
      origin: server.origin,
      paths: addresses,
      connections: 16,
      seconds,
      staysAwake: true,
      ...(headers && { headers }),
    })
    if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200 or 304`)
    return { ...result, cpu: ((server.cpuSeconds() - cpuBefore - backgroundSeconds) / result.requests) * 1e6 }
  }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const baselineResult = await measure(baseline, paths)
    const avataryResult = await measure(avatary, isUncached ? withNonce(paths, round) : paths)
    if (round > 0) results.push({ baseline: baselineResult, avatary: avataryResult })
  }
  const ratio = median(results.map(result => result.baseline.cpu / result.avatary.cpu))
  const medianOf = (figure: (result: (typeof results)[number]) => number, digits: number) =>
    median(results.map(figure)).toFixed(digits)
  return [
    name,
    medianOf(result => result.baseline.cpu, 1),
    medianOf(result => result.avatary.cpu, 1),
    ratio.toFixed(2),
    bar === null ? '–' : `≥ ${bar} ${verdict(ratio >= bar)}`,
    medianOf(result => result.baseline.requestsPerSecond, 0),
    medianOf(result => result.avatary.requestsPerSecond, 0),
    medianOf(result => result.avatary.p99, 2),
  ]
}

/** Adds an unknown parameter to each path, so that no answer comes from the cache. */
function withNonce(paths: readonly string[], round: number): string[] {
  return Array.from({ length: 20 }, (_, turn) => paths.map(path => `${path}&nonce=${round}.${turn}`)).flat()
}

async function etagOf(path: string): Promise<string> {
  const headers = { 'accept-encoding': 'identity' }
  const response = await fetch(avatary.origin + path, { method: 'HEAD', headers })
  return response.headers.get('etag')!
}
