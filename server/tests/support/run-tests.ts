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
// Many files spend time waiting, so more of them run at once than there are cores.
const lanes = Array.from({ length: Math.ceil(availableParallelism() * 1.5) }, async () => {
  for (const files of waiting) await runGroup(files)
})
await Promise.all(lanes)
for (const report of failed) console.log(report)
for (const [name, count] of Object.entries(counts)) console.log(`ℹ ${name} ${count}`)
console.log(`ℹ seconds ${Math.round((performance.now() - startedAt) / 1000)}`)
if (failed.length > 0) process.exitCode = 1

/** Prints the report of a group at once if all its tests passed, and keeps any other for the end. */
async function runGroup(files: readonly string[]): Promise<void> {
  const child = fork(RUN_GROUP, files, {
    execArgv: [`--test-timeout=${TEST_TIMEOUT_MS}`],
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
  for (const [name, count] of Object.entries(summary?.counts ?? {}))
    counts[name] = (counts[name] ?? 0) + count
  if (summary?.success && code === 0) return console.log(report)
  const isExplained = summary !== undefined && !summary.success
  if (!isExplained) counts.failed = (counts.failed ?? 0) + 1
  const end = summary === undefined ? 'before its tests did' : `with the code ${code}`
  failed.push(isExplained ? report : `${report}A process ended ${end}; its files:\n  ${files.join('\n  ')}\n`)
}

/**
 * The files that share a process. Files of the site come first; the others are interleaved, so that each group has few
 * of the longest. The first groups are twice as large, because loading the server takes as long as the tests of many
 * files; the last ones are not, so that all lanes end at about the same time.
 */
function groupsOf(files: readonly string[]): string[][] {
  const [site = [], others = []] = [true, false].map(isOfSite =>
    files.filter(file => file.startsWith('web/tests/') === isOfSite),
  )
  const count = Math.ceil(others.length / FILES_OF_A_PROCESS)
  const groups = Array.from({ length: count }, (_, at) => others.filter((_, i) => i % count === at))
  const late = groups.splice(Math.ceil((count * 2) / 3))
  return [...chunks(site, FILES_OF_A_BROWSER), ...chunks(groups, 2).map(pair => pair.flat()), ...late]
}
