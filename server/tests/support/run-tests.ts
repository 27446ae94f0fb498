import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { globalSetup } from './run-services.ts'

/*
 * Runs test files in the order in which they are named. `node --test` sorts them by name, so that the longest, those of
 * the site, would end the run alone.
 */
await globalSetup()
// The process fails unless the summary says that all tests passed.
process.exitCode = 1
run({
  files: process.argv.slice(2),
  // Many wait for a part of their time, so that more of them run at once than there are cores.
  concurrency: Math.ceil(availableParallelism() * 1.5),
  timeout: 600_000,
})
  .on('test:summary', ({ file, success }) => {
    if (file === undefined && success) process.exitCode = 0
  })
  .compose(spec)
  .pipe(process.stdout)
