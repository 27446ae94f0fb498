import { serve } from './composition/serve.ts'
import { loadConfig } from './config/config.ts'
import { readEnvironment } from './config/env.ts'

const loaded = loadConfig(readEnvironment())
if (loaded.ok) {
  await serve(loaded.config)
} else {
  console.error(
    `The configuration has problems:\n${loaded.problems.map(problem => `  ${problem}`).join('\n')}`,
  )
  process.exitCode = 2
}
