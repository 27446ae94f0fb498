import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startAt, startOverFolder } from './http/big-catalog.ts'
import { catalogFolder } from './http/catalog-folder.ts'
import { copyFolder } from './http/copy-folder.ts'
import type { Server } from './http/process.ts'
import { readOptions } from './options.ts'
import { machineLoad, median, printTable, record } from './report.ts'

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
const BARS = { fromSnapshot: { answers: 1.5, peak: 800 }, fromRows: { answers: 25, peak: 1126 } }
/** Maximum seconds from then until a ranking is answered. */
const INSIGHTS_BAR = 1

interface Start {
  /** Seconds from the command until the server listens, and until an answer is correct. */
  listens: number
  answers: number
  /** Seconds from then until a ranking is answered. */
  insights: number
  /** CPU seconds until the first correct answer. */
  cpu: number
  resident: number
  peak: number
}

const scratch = await mkdtemp(join(tmpdir(), 'avatary-start-'))
try {
  await copyFolder(await catalogFolder(options.size), scratch)
  // Writes the snapshot that the starts below load, including changes since an older one.
  await (await startOverFolder(scratch)).stop()
  const fromSnapshot: Start[] = []
  const fromRows: Start[] = []
  for (let round = 0; round < rounds; round++) fromSnapshot.push(await measure())
  for (let round = 0; round < rounds; round++) {
    await rm(join(scratch, 'catalog.snapshot'), { force: true })
    fromRows.push(await measure())
  }
  const text = report(fromSnapshot, fromRows)
  console.log(text)
  if (options.record) await record(`start, ${options.size.toLocaleString('en')} avatars`, text)
} finally {
  await rm(scratch, { recursive: true, force: true })
}

async function measure(): Promise<Start> {
  const startedMs = performance.now()
  const server = await startAt(scratch)
  const seconds = () => (performance.now() - startedMs) / 1000
  try {
    const listens = seconds()
    // A long start is asked more rarely: 200 requests a second would take a tenth of a core from it.
    while (!(await isRight(server))) await delay(5 + 2 * seconds())
    const answers = seconds()
    const cpu = server.cpuSeconds()
    const resident = server.residentBytes() / MIB
    const peak = server.peakBytes() / MIB
    while ((await fetch(`${server.origin}/api/insights/avatars?limit=30`)).status !== 200) await delay(5)
    return { listens, answers, insights: seconds() - answers, cpu, resident, peak }
  } finally {
    await server.stop()
  }
}

async function isRight({ origin }: Server): Promise<boolean> {
  const response = await fetch(`${origin}/api/avatars/search?q=cat`)
  const { total = 0 } = (await response.json()) as { total?: number }
  return response.status === 200 && total > 0
}

function report(fromSnapshot: readonly Start[], fromRows: readonly Start[]): string {
  const table = printTable(
    [
      'start',
      'listens, s',
      'first right answer, s',
      'CPU, s',
      'resident then, MiB',
      'peak until then, MiB',
      'insights later, s',
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
    `${options.size} avatars; ${rounds} starts of each, medians, over files that the system has in memory.`,
    `${machineLoad()} On a busy machine elapsed times are longer, CPU times are not.`,
    '',
    ...bars,
  ].join('\n')
}

function rowOf(name: string, starts: readonly Start[]): string[] {
  const of = (figure: keyof Start, digits: number) =>
    median(starts.map(start => start[figure])).toFixed(digits)
  return [
    name,
    of('listens', 2),
    of('answers', 2),
    of('cpu', 1),
    of('resident', 0),
    of('peak', 0),
    of('insights', 2),
  ]
}

function barLine(name: string, starts: readonly Start[], bar: Pick<Start, 'answers' | 'peak'>): string {
  const answers = median(starts.map(start => start.answers))
  const peak = median(starts.map(start => start.peak))
  const isMet = answers <= bar.answers && peak <= bar.peak
  return `- ${name}: ≤ ${bar.answers} s and ≤ ${bar.peak} MiB: ${answers.toFixed(2)} s, ${peak.toFixed(0)} MiB, ${isMet ? 'met' : 'NOT met'}`
}

function insightsLine(starts: readonly Start[]): string {
  const later = median(starts.map(({ insights }) => insights))
  return `- from the snapshot, insights ≤ ${INSIGHTS_BAR} s later: ${later.toFixed(2)} s, ${later <= INSIGHTS_BAR ? 'met' : 'NOT met'}`
}
