import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { globalSetup } from './run-services.ts'

/** Loading the server takes as long as the tests of many a file do. */
const FILES_OF_A_PROCESS = 10
const IN_ONE_PROCESS = '--test-isolation=none'
const TEST_TIMEOUT_MS = 600_000
const RUN_TIMEOUT_MS = 3_600_000

/*
 * Runs test files in the order in which they are named, several in a process. `node --test` sorts them by name, so that
 * the longest, those of the site, would end the run alone.
 */
await globalSetup()
const limit = AbortSignal.timeout(RUN_TIMEOUT_MS)
// Aborted processes get a SIGTERM, which one in an endless loop never sees.
limit.addEventListener('abort', () =>
  execFile('pkill', ['-KILL', '-P', `${process.pid}`, '-f', '--', IN_ONE_PROCESS]),
)
const groups = groupsOf(process.argv.slice(2))
let summaries = 0
let passed = true
// The process fails unless the summaries of all groups, and that of the run, say that all tests passed.
process.exitCode = 1
run({
  files: groups,
  // A process of Node's test runner takes a pattern, and runs all files that it matches.
  execArgv: ['--test', IN_ONE_PROCESS],
  // Many wait for a part of their time, so that more of them run at once than there are cores.
  concurrency: Math.ceil(availableParallelism() * 1.5),
  timeout: TEST_TIMEOUT_MS,
  signal: limit,
})
  .on('test:summary', ({ success }) => {
    summaries++
    passed &&= success
  })
  .on('end', () => {
    if (summaries <= groups.length) console.error('A process ended before its tests did.')
    else if (passed) process.exitCode = 0
  })
  .compose(spec)
  .pipe(process.stdout)

/** Patterns, each of the files that share a process: those far from each other, so that each has few of the longest. */
function groupsOf(files: readonly string[]): string[] {
  const groups = Math.ceil(files.length / FILES_OF_A_PROCESS)
  return Array.from({ length: groups }, (_, at) => {
    const [first = '', ...others] = files.filter((_, i) => i % groups === at)
    return others.length === 0 ? first : `{${[first, ...others].join(',')}}`
  })
}
