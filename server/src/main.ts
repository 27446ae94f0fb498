import { runCommandLine } from './cli/command-line.ts'
import { processTerminal } from './cli/terminal.ts'
import { readEnvironment } from './config/env.ts'

process.exitCode = await runCommandLine(['serve', ...process.argv.slice(2)], {
  env: readEnvironment(),
  terminal: processTerminal,
})
