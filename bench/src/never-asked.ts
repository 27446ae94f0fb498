import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startBaseline } from './http/baseline-server.ts'
import { startFromSnapshot } from './http/big-catalog.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import { type PacedLoadResult, pacedLoad } from './http/paced-load.ts'
import { type Server, startServer } from './http/process.ts'
import { scratchCopy } from './http/scratch-copy.ts'
import { newSearches } from './never-asked/searches.ts'
import { readOptions } from './options.ts'
import { machineLoad, mebibytes, median, printTable, report, verdict } from './report.ts'

/**
 * Measures the cost of searches that were never made before, while counters change and avatars are added, compared with
 * a bare server that sends as many bytes at the same rate.
 */
const options = readOptions({
  size: 1_000_000,
  rate: 2000,
  rounds: 5,
  seconds: 6,
  /** The `User-Agent`: a program's by default; with a browser's, impressions are counted, too. */
  agent: 'curl/8',
})
const { size, rate: perSecond, rounds, seconds } = options

/** Number of answers that the bare server sends in rotation. */
const BASELINE_ANSWERS = 2000
const CONNECTIONS = 16
/**
 * Minimum ratio of the bare server's CPU time per request to ours, and the maximum of the 99th percentile in
 * milliseconds.
 */
const BARS = { ratio: 0.4, p99: 3 }

interface Measurement extends PacedLoadResult {
  /** CPU time of the server per request in microseconds, excluding changes and jobs. */
  cpu: number
}

// Other benchmarks use the shared catalog, so nothing may be added to it.
await using scratch = await scratchCopy(await catalogFolder(size))
await using avatary = await startFromSnapshot(scratch.path)
const drawSearches = await newSearches(avatary.origin)
const baselinePaths = drawSearches(BASELINE_ANSWERS)
await using baseline = await startBaseline(avatary.origin, baselinePaths)
const changesFile = join(import.meta.dirname, 'never-asked/changes.ts')
const database = `sqlite:${join(scratch.path, 'avatary.sqlite')}`
await using _ = await startServer(changesFile, [database, String(size)])
const results: { baseline: Measurement; avatary: Measurement }[] = []
// The first round is a warm-up.
for (let round = 0; round <= rounds; round++) {
  const baselineResult = await measure(baseline, baselinePaths)
  const result = {
    baseline: baselineResult,
    avatary: await measure(avatary, drawSearches(perSecond * seconds)),
  }
  console.error(
    `round ${round}, CPU µs: ${[result.baseline.cpu, result.avatary.cpu].map(Math.round).join(', ')}`,
  )
  if (round > 0) results.push(result)
}
await report(`never asked before, ${size.toLocaleString('en')} avatars`, textOf(results), options)

async function measure(server: Server, paths: readonly string[]): Promise<Measurement> {
  const { host } = new URL(server.origin)
  const head = `HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${options.agent}\r\n\r\n`
  const requests = paths.map(path => Buffer.from(`GET ${path} ${head}`))
  const idleSeconds = seconds / 2
  const cpuBeforeIdle = server.cpuSeconds()
  await delay(idleSeconds * 1000)
  const cpuBefore = server.cpuSeconds()
  const result = await pacedLoad({
    origin: server.origin,
    requests,
    perSecond,
    seconds,
    connections: CONNECTIONS,
  })
  const backgroundSeconds = ((cpuBefore - cpuBeforeIdle) * result.seconds) / idleSeconds
  if (result.acknowledgedCount < result.sentCount) throw new Error('An answer was not 200')
  return { ...result, cpu: ((server.cpuSeconds() - cpuBefore - backgroundSeconds) / result.sentCount) * 1e6 }
}

function textOf(results: readonly { baseline: Measurement; avatary: Measurement }[]): string {
  const medianOf = (figure: (result: (typeof results)[number]) => number) => median(results.map(figure))
  const ratio = medianOf(({ baseline, avatary }) => baseline.cpu / avatary.cpu)
  const p99 = medianOf(({ avatary }) => avatary.p99)
  const row = (name: string, which: 'baseline' | 'avatary') => [
    name,
    medianOf(result => result[which].cpu).toFixed(0),
    medianOf(result => result[which].sentCount / result[which].seconds).toFixed(0),
    medianOf(result => result[which].p50).toFixed(2),
    medianOf(result => result[which].p99).toFixed(2),
  ]
  const table = printTable(
    ['server', 'CPU µs/req', 'req/s', 'p50 ms', 'p99 ms'],
    [row('bare node:http', 'baseline'), row('Avatary', 'avatary')],
  )

  return [
    table,
    '',
    `${size} avatars, 100 counters moved and 20 avatars added a second; ${rounds} rounds in turn, medians. No search was made twice; they came from ${options.agent}.`,
    `CPU time of changes and jobs without requests is subtracted. ${machineLoad()}`,
    `${mebibytes(avatary.residentBytes())} MiB resident at the end.`,
    '',
    `- ≥ ${BARS.ratio} of the baseline by CPU time: ${ratio.toFixed(2)}, ${verdict(ratio >= BARS.ratio)}`,
    `- p99 ≤ ${BARS.p99} ms at ${perSecond} requests a second: ${p99.toFixed(2)}, ${verdict(p99 <= BARS.p99)}`,
  ].join('\n')
}
