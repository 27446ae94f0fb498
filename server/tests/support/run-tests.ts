import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { EventData } from 'node:test'
import { chunks } from '../../src/kernel/chunks.ts'
import { globalSetup } from './run-services.ts'

type Summary = Pick<EventData.TestSummary, 'success' | 'counts'>

/** Loading the server takes as long as the tests of many a file do. */
const FILES_OF_A_PROCESS = 20
/** Files of the site share a browser, too; so many that three processes have all of them. */
const FILES_OF_A_BROWSER = 8
const RUN_GROUP = join(import.meta.dirname, 'run-group.ts')
const TEST_TIMEOUT_MS = 600_000
const RUN_TIMEOUT_MS = 3_600_000

/*
 * Runs test files in the order in which they are named, several in a process. `node --test` sorts them by name, so that
 * the longest, those of the site, would end the run alone.
 */
await globalSetup()
const startedAt = performance.now()
const limit = AbortSignal.timeout(RUN_TIMEOUT_MS)
const waiting = groupsOf(process.argv.slice(2)).values()
const counts: Record<string, number> = {}
const failed: string[] = []
// Many wait for a part of their time, so that more of them run at once than there are cores.
const lanes = Array.from({ length: Math.ceil(availableParallelism() * 1.5) }, async () => {
  for (const files of waiting) await runGroup(files)
})
await Promise.all(lanes)
for (const report of failed) console.log(report)
for (const [name, count] of Object.entries(counts)) console.log(`ℹ ${name} ${count}`)
console.log(`ℹ seconds ${Math.round((performance.now() - startedAt) / 1000)}`)
if (failed.length > 0) process.exitCode = 1

/** Prints the report of a process whose tests all passed at once, and keeps any other for the end. */
async function runGroup(files: readonly string[]): Promise<void> {
  const child = fork(RUN_GROUP, files, {
    execArgv: [`--test-timeout=${TEST_TIMEOUT_MS}`],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    signal: limit,
    // One in an endless loop never sees a SIGTERM.
    killSignal: 'SIGKILL',
  })
  let summary: Summary | undefined
  child.on('message', message => {
    summary = message as Summary
  })
  // A process that is aborted emits an error before it ends.
  child.on('error', () => {})
  const exitCode = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [report, code] = await Promise.all([text(child.stdout!), exitCode])
  for (const [name, count] of Object.entries(summary?.counts ?? {}))
    counts[name] = (counts[name] ?? 0) + count
  if (summary?.success && code === 0) return console.log(report)
  const isExplained = summary !== undefined && !summary.success
  if (!isExplained) counts.failed = (counts.failed ?? 0) + 1
  const end = summary === undefined ? 'before its tests did' : `with the code ${code}`
  failed.push(isExplained ? report : `${report}A process ended ${end}; its files:\n  ${files.join('\n  ')}\n`)
}

/** The files that share a process: those of the site first, then those far from each other, so that each has few of the longest. */
function groupsOf(files: readonly string[]): string[][] {
  const [site = [], others = []] = [true, false].map(isOfSite =>
    files.filter(file => file.startsWith('web/tests/') === isOfSite),
  )
  const groups = Math.ceil(others.length / FILES_OF_A_PROCESS)
  return [
    ...chunks(site, FILES_OF_A_BROWSER),
    ...Array.from({ length: groups }, (_, at) => others.filter((_, i) => i % groups === at)),
  ]
}
