import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startFromSnapshot, startOnFolder } from './http/big-catalog.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import type { Server } from './http/process.ts'
import { scratchCopy } from './http/scratch-copy.ts'
import { readOptions } from './options.ts'
import { machineLoad, median, printTable, report, verdict } from './report.ts'

/**
 * Measures starts of a server, from the command to the first correct answer, with a snapshot of the catalog and
 * without.
 */
const options = readOptions({
  size: 1_000_000,
  rounds: 3,
})
const { rounds } = options
const MIB = 2 ** 20
/** Maximum seconds until the first correct answer, and maximum resident MiB, at a million avatars. */
const BARS = {
  fromSnapshot: { answersSeconds: 1.5, peakMib: 800 },
  fromRows: { answersSeconds: 25, peakMib: 1126 },
}
/** Maximum seconds from the first correct answer until a ranking is answered. */
const MAX_INSIGHTS_SECONDS = 1

interface Start {
  /** Time from the command until the server listens. */
  listensSeconds: number
  /** Time from the command until the first correct answer. */
  answersSeconds: number
  /** Time from the first correct answer until a ranking is answered. */
  insightsSeconds: number
  /** CPU time and memory at the first correct answer. */
  cpuSeconds: number
  residentMib: number
  peakMib: number
}

await using scratch = await scratchCopy(await catalogFolder(options.size))
// Writes the snapshot that the starts below load, including changes since an older one.
await (await startFromSnapshot(scratch.path)).stop()
const fromSnapshot: Start[] = []
const fromRows: Start[] = []
for (let round = 0; round < rounds; round++) fromSnapshot.push(await measure())
for (let round = 0; round < rounds; round++) {
  await rm(join(scratch.path, 'catalog.snapshot'), { force: true })
  fromRows.push(await measure())
}
await report(`start, ${options.size.toLocaleString('en')} avatars`, textOf(fromSnapshot, fromRows), options)

async function measure(): Promise<Start> {
  const startedMs = performance.now()
  await using server = await startOnFolder(scratch.path)
  const seconds = () => (performance.now() - startedMs) / 1000
  const listensSeconds = seconds()
  // The pause grows with the time, because 200 requests a second take a tenth of a core from a long start.
  while (!(await answersCorrectly(server))) await delay(5 + 2 * seconds())
  const answersSeconds = seconds()
  const cpuSeconds = server.cpuSeconds()
  const residentMib = server.residentBytes() / MIB
  const peakMib = server.peakBytes() / MIB
  while ((await fetch(`${server.origin}/api/insights/avatars?limit=30`)).status !== 200) await delay(5)
  const insightsSeconds = seconds() - answersSeconds
  return { listensSeconds, answersSeconds, insightsSeconds, cpuSeconds, residentMib, peakMib }
}

async function answersCorrectly({ origin }: Server): Promise<boolean> {
  const response = await fetch(`${origin}/api/avatars/search?q=cat`)
  const { total = 0 } = (await response.json()) as { total?: number }
  return response.status === 200 && total > 0
}

function textOf(fromSnapshot: readonly Start[], fromRows: readonly Start[]): string {
  const table = printTable(
    [
      'start',
      'listens, s',
      'first correct answer, s',
      'CPU, s',
      'resident at that answer, MiB',
      'peak until that answer, MiB',
      'insights after that answer, s',
    ],
    [rowOf('from the snapshot', fromSnapshot), rowOf('without a snapshot', fromRows)],
  )
  const bars = [
    barLine('from the snapshot', fromSnapshot, BARS.fromSnapshot),
    barLine('without a snapshot', fromRows, BARS.fromRows),
    insightsLine(fromSnapshot),
  ]
  return [
    table,
    '',
    `${options.size} avatars; ${rounds} starts of each, medians, over files that are in the system's page cache.`,
    `${machineLoad()} On a busy machine elapsed times are longer, CPU times are not.`,
    '',
    ...bars,
  ].join('\n')
}

function rowOf(name: string, starts: readonly Start[]): string[] {
  const medianOf = (figure: keyof Start, digits: number) =>
    median(starts.map(start => start[figure])).toFixed(digits)
  return [
    name,
    medianOf('listensSeconds', 2),
    medianOf('answersSeconds', 2),
    medianOf('cpuSeconds', 1),
    medianOf('residentMib', 0),
    medianOf('peakMib', 0),
    medianOf('insightsSeconds', 2),
  ]
}

function barLine(
  name: string,
  starts: readonly Start[],
  bar: Pick<Start, 'answersSeconds' | 'peakMib'>,
): string {
  const answersSeconds = median(starts.map(start => start.answersSeconds))
  const peakMib = median(starts.map(start => start.peakMib))
  const isMet = answersSeconds <= bar.answersSeconds && peakMib <= bar.peakMib
  return `- ${name}: ≤ ${bar.answersSeconds} s and ≤ ${bar.peakMib} MiB: ${answersSeconds.toFixed(2)} s, ${peakMib.toFixed(0)} MiB, ${verdict(isMet)}`
}

function insightsLine(starts: readonly Start[]): string {
  const seconds = median(starts.map(start => start.insightsSeconds))
  return `- from the snapshot, insights ≤ ${MAX_INSIGHTS_SECONDS} s later: ${seconds.toFixed(2)} s, ${verdict(seconds <= MAX_INSIGHTS_SECONDS)}`
}
