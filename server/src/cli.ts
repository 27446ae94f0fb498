import { runCommandLine } from './cli/command-line.ts'
import { ALL_COMMANDS } from './cli/commands.ts'
import { processTerminal } from './cli/terminal.ts'
import { readEnvironment } from './config/env.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  commands: ALL_COMMANDS,
  env: readEnvironment(),
  terminal: processTerminal,
})
