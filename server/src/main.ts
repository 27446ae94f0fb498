import { loadConfig } from './config/config.ts'
import { readEnvironment } from './config/env.ts'
import { DatabaseUnavailableError } from './kernel/database-unavailable.ts'
import { ExpectedError } from './kernel/expected-error.ts'
import { serve } from './serve.ts'

const loaded = loadConfig(readEnvironment())
if (loaded.kind === 'config') {
  await serve(loaded.config).catch(error => {
    console.error(`Avatary could not go on: ${startProblem(error, loaded.config.http.port)}`)
    process.exit(1)
  })
} else {
  console.error(
    `The configuration has problems:\n${loaded.problems.map(problem => `  ${problem}`).join('\n')}`,
  )
  process.exitCode = 2
}

/** One line for a problem that operators can fix; the stack for any other. */
function startProblem(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `port ${port} is taken. Stop what listens there, or set PORT.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return `no permission: ${error.message}`
  if (error.code === 'EEXIST' || error.code === 'ENOTDIR') return `not a folder: ${error.message}`
  if (error.code === 'ENOENT' && error.syscall === 'mkdir')
    return `no folder can be made there: ${error.message}`
  if (error.code === 'ENOSPC') return `the disk is full: ${error.message}`
  if (error instanceof ExpectedError) return error.message
  if (error instanceof DatabaseUnavailableError) return `the database does not answer: ${error.message}`
  return error.stack ?? String(error)
}
