import { runCommandLine } from './cli/command-line.ts'
import { exportCommand } from './cli/export.ts'
import { importCommand } from './cli/import.ts'
import { migrateCommand } from './cli/migrate.ts'
import { mirrorCommand } from './cli/mirror.ts'
import { moderateCommand } from './cli/moderate.ts'
import { serveCommand } from './cli/serve.ts'
import { simCommand } from './cli/sim.ts'
import { processTerminal } from './cli/terminal.ts'
import { readEnvironment } from './config/env.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  commands: [
    serveCommand,
    importCommand,
    exportCommand,
    mirrorCommand,
    moderateCommand,
    migrateCommand,
    simCommand,
  ],
  env: readEnvironment(),
  terminal: processTerminal,
})
