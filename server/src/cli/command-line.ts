import { type Command, CommanderError, Option } from 'commander'
import { type Config, loadConfig } from '../config/config.ts'
import type { Environment } from '../config/env.ts'
import { VARIABLES } from '../config/variables.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import { errorCode } from '../kernel/error-code.ts'
import { ExpectedError } from '../kernel/expected-error.ts'
import { VERSION } from '../kernel/version.ts'
import { addBackup } from './backup.ts'
import { addClients } from './clients.ts'
import { CliCommand } from './command.ts'
import type { CommandContext } from './context.ts'
import { addDiscord } from './discord.ts'
import { addDoctor } from './doctor/doctor.ts'
import { EXIT, type ExitCode, UsageError } from './exit.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addMigrate } from './migrate.ts'
import { addMirror } from './mirror.ts'
import { addModerate } from './moderate.ts'
import { demoConfig } from './on-demo.ts'
import { addPromote } from './promote.ts'
import { addReseal } from './reseal.ts'
import { addRestore } from './restore.ts'
import { addSearches } from './searches.ts'
import { addServe } from './serve.ts'
import { addSim } from './sim.ts'
import { addStaff } from './staff.ts'
import { type Terminal, write } from './terminal.ts'

const HELP_WIDTH = 120
const SETTINGS_HELP = `
Settings come from the environment (docs/configuration.md), and each can be given as an option: DATA_DIR as
--data-dir=FOLDER. Exit code 0 is success, 1 failure, 2 an invalid command line or invalid settings.`

/** Runs one command and prints its errors to standard error. */
export async function runCommandLine(
  args: readonly string[],
  { env, terminal }: { env: Environment; terminal: Terminal },
): Promise<ExitCode> {
  const context: CommandContext = {
    terminal,
    exitCode: EXIT.ok,
    config: () => {
      if (isOnDemo(program)) throw new UsageError(ON_DEMO_MISUSE)
      return configOf({ ...env, ...settingsOf(program) })
    },
    catalogConfig: () => {
      const config = configOf({ ...env, ...settingsOf(program) })
      return isOnDemo(program) ? demoConfig(config) : config
    },
  }
  const helpTexts: string[] = []
  const program = createProgram(context, text => helpTexts.push(text))
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return context.exitCode
  } catch (error) {
    if (errorCode(error) === 'EPIPE') return EXIT.ok
    // Commander also throws after printing help or version.
    if (error instanceof CommanderError) {
      const isSuccess = error.exitCode === 0 && args.length > 0
      await write(error.exitCode === 0 ? terminal.stdout : terminal.stderr, helpTexts.join(''))
      return isSuccess ? EXIT.ok : EXIT.usage
    }
    await write(terminal.stderr, `${explain(error)}\n`)
    return error instanceof UsageError ? EXIT.usage : EXIT.failure
  }
}

function createProgram(context: CommandContext, onHelp: (text: string) => void): CliCommand {
  const program = new CliCommand('script/avatary', context)
  program
    .description('A self-hostable, searchable index of VRChat avatars.')
    .option('--on-demo', 'act on the demo that a server shows while the catalog is empty')
    .version(VERSION, '-v, --version', 'version of the program')
    .addHelpText('afterAll', SETTINGS_HELP)
    .configureHelp({ helpWidth: HELP_WIDTH, commandDescription })
    .configureOutput({ writeOut: onHelp, writeErr: onHelp })
    .exitOverride()
  for (const name of Object.keys(VARIABLES)) program.addOption(settingOption(name))
  addServe(program)
  addImport(program)
  addExport(program)
  addMirror(program)
  addModerate(program)
  addPromote(program)
  addStaff(program)
  addSearches(program)
  addDiscord(program)
  addClients(program)
  addDoctor(program)
  addBackup(program)
  addRestore(program)
  addMigrate(program)
  addReseal(program)
  addSim(program)
  return program
}

/**
 * The description with one line per paragraph: commander wraps to the width, but also keeps line breaks of the source.
 */
function commandDescription(command: Command): string {
  return command.description().replace(/(?<=\S)\n(?=\S)/g, ' ')
}

const ON_DEMO_MISUSE =
  '--on-demo is for commands on a catalog: export, moderate, promote, staff, searches, clients.'

function isOnDemo(program: CliCommand): boolean {
  return program.opts<{ onDemo?: true }>().onDemo === true
}

/** Makes the option `--data-dir` from the variable `DATA_DIR`. */
function settingOption(name: string): Option {
  return new Option(`--${name.toLowerCase().replaceAll('_', '-')} <VALUE>`).hideHelp()
}

function settingsOf(program: CliCommand): Environment {
  const values = program.opts<Record<string, string>>()
  return Object.fromEntries(
    Object.keys(VARIABLES).flatMap(name => {
      const value = values[settingOption(name).attributeName()]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function configOf(env: Environment): Config {
  const loadedConfig = loadConfig(env)
  if (loadedConfig.kind === 'config') return loadedConfig.config
  throw new UsageError(
    `The configuration has problems:\n${loadedConfig.problems.map(problem => `  ${problem}`).join('\n')}`,
  )
}

/** The message of an expected error, or the stack of any other. */
function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof ExpectedError) return error.message
  if (error instanceof DatabaseUnavailableError) return `The database cannot be used now: ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
