import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { EventData } from 'node:test'
import { chunks } from '../../src/kernel/chunks.ts'
import { globalSetup } from './run-services.ts'

type Summary = Pick<EventData.TestSummary, 'success' | 'counts'>

/** Loading the server takes as long as the tests of many files. */
const FILES_OF_A_PROCESS = 20
/** Files of the site share a browser, too. With this many, three processes run all of them. */
const FILES_OF_A_BROWSER = 13
/** Groups that run at once. There are more than cores, because files spend a quarter of their time waiting. */
const LANES = availableParallelism() * 2
/** Collecting garbage seldom and without threads takes 7 % less CPU time of a process that soon ends. */
const GARBAGE_OPTIONS = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--initial-heap-size=512',
  '--single-threaded-gc',
]
const RUN_GROUP = join(import.meta.dirname, 'run-group.ts')
const TEST_TIMEOUT_MS = 600_000
const RUN_TIMEOUT_MS = 3_600_000

/* Runs test files in the given order, several per process. `node --test` sorts them by name, so that the longest,
   those of the site, would run alone at the end. */
await globalSetup()
const startedAt = performance.now()
const limit = AbortSignal.timeout(RUN_TIMEOUT_MS)
const waiting = groupsOf(process.argv.slice(2)).values()
const counts: Record<string, number> = {}
const failed: string[] = []
const lanes = Array.from({ length: LANES }, async () => {
  for (const files of waiting) await runGroup(files)
})
await Promise.all(lanes)
for (const report of failed) console.log(report)
for (const [name, count] of Object.entries(counts)) console.log(`ℹ ${name} ${count}`)
console.log(`ℹ seconds ${Math.round((performance.now() - startedAt) / 1000)}`)
if (failed.length > 0) process.exitCode = 1

/**
 * Prints the report of a group, at the end if a test failed. The group has then printed the failure when it happened.
 */
async function runGroup(files: readonly string[]): Promise<void> {
  const child = fork(RUN_GROUP, files, {
    execArgv: [`--test-timeout=${TEST_TIMEOUT_MS}`, ...GARBAGE_OPTIONS],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    signal: limit,
    // A process in an endless loop would not react to SIGTERM.
    killSignal: 'SIGKILL',
  })
  let summary: Summary | undefined
  child.on('message', message => {
    summary = message as Summary
  })
  // An aborted process emits an error before it ends.
  child.on('error', () => {})
  const exitCode = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [report, code] = await Promise.all([text(child.stdout!), exitCode])
  const ownCounts: Record<string, number> = { ...summary?.counts }
  for (const [name, count] of Object.entries(ownCounts)) counts[name] = (counts[name] ?? 0) + count
  if (summary?.success && code === 0) return console.log(report)
  const isExplained = summary !== undefined && !summary.success
  // Node counts neither a suite that throws nor an early end.
  if (!ownCounts.failed && !ownCounts.cancelled) counts.failed = (counts.failed ?? 0) + 1
  const end = summary === undefined ? 'before its tests did' : `with the code ${code}`
  const explanation = isExplained ? '' : `A process ended ${end}; its files:\n  ${files.join('\n  ')}\n`
  if (!isExplained) console.error(explanation)
  failed.push(report + explanation)
}

/**
 * The files that share a process. The longest groups, those of the site, come early, but only one at first: it fills
 * the demo, for which the others would wait. The other files are interleaved, so that each group has few of the
 * longest. The first groups are twice as large, because loading the server takes as long as the tests of many files;
 * the last ones are not, so that all lanes end at about the same time.
 */
function groupsOf(files: readonly string[]): string[][] {
  const [site = [], others = []] = [true, false].map(isOfSite =>
    files.filter(file => file.startsWith('web/tests/') === isOfSite),
  )
  const count = Math.ceil(others.length / FILES_OF_A_PROCESS)
  const groups = Array.from({ length: count }, (_, at) => others.filter((_, i) => i % count === at))
  const late = groups.splice(Math.ceil((count * 2) / 3))
  const early = [...chunks(groups, 2)].map(pair => pair.flat())
  const [filling = [], ...browsing] = chunks(site, FILES_OF_A_BROWSER)
  return [filling, ...early.splice(0, LANES - 1), ...browsing, ...early, ...late].filter(
    files => files.length > 0,
  )
}
