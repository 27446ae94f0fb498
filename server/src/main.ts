import { startProblem } from './composition/start-problem.ts'
import { loadConfig } from './config/config.ts'
import { readEnvironment } from './config/env.ts'
import { serve } from './serve.ts'

const loaded = loadConfig(readEnvironment())
if (loaded.kind === 'config') {
  await serve(loaded.config).catch(error => {
    console.error(startProblem(error, loaded.config.http))
    process.exit(1)
  })
} else {
  console.error(
    `The configuration has problems:\n${loaded.problems.map(problem => `  ${problem}`).join('\n')}`,
  )
  process.exitCode = 2
}
