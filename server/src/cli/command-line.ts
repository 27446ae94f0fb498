import { parseArgs } from 'node:util'
import { loadConfig } from '../config/config.ts'
import type { Environment } from '../config/env.ts'
import { VARIABLES } from '../config/variables.ts'
import { VERSION } from '../version.ts'
import {
  type Command,
  CommandError,
  EXIT,
  type ExitCode,
  type OptionValues,
  toParseOptions,
  UsageError,
} from './command.ts'
import { commandHelp, programHelp } from './help.ts'
import { type Terminal, write } from './terminal.ts'

export interface CommandLineDeps {
  commands: readonly Command[]
  env: Environment
  terminal: Terminal
}

/** Options of each command that stand for variables of the environment: `--data-dir` is `DATA_DIR`. */
const VARIABLE_BY_OPTION = new Map(
  Object.keys(VARIABLES).map(name => [name.toLowerCase().replaceAll('_', '-'), name]),
)

/** Runs what the arguments ask for, and tells of failures on the terminal. */
export async function runCommandLine(args: readonly string[], deps: CommandLineDeps): Promise<ExitCode> {
  const { terminal } = deps
  try {
    return await run(args, deps)
  } catch (error) {
    if (isBrokenPipe(error)) return EXIT.ok
    await write(terminal.stderr, `${explain(error)}\n`)
    return error instanceof UsageError ? EXIT.usage : EXIT.failure
  }
}

async function run(args: readonly string[], { commands, env, terminal }: CommandLineDeps): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') return await tell(terminal, `${VERSION}\n`)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = commands.find(command => command.name === rest[0])
    await write(terminal.stdout, about ? commandHelp(about) : programHelp(commands))
    return name === undefined ? EXIT.usage : EXIT.ok
  }
  const command = commands.find(known => known.name === name)
  if (command === undefined)
    throw new UsageError(
      `There is no command "${name}". Commands: ${commands.map(known => known.name).join(', ')}. Try --help.`,
    )
  const { options, places } = parse(command, rest)
  if (options.help) return await tell(terminal, commandHelp(command))
  checkPlaces(command, places)
  return await command.run({ places, options, config: configOf(env, options), terminal })
}

async function tell(terminal: Terminal, text: string): Promise<ExitCode> {
  await write(terminal.stdout, text)
  return EXIT.ok
}

function parse(command: Command, args: string[]): { options: OptionValues; places: string[] } {
  const variables = [...VARIABLE_BY_OPTION.keys()].map(option => [option, { type: 'string' } as const])
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(variables),
        ...toParseOptions(command.options),
        help: { type: 'boolean', short: 'h' },
      },
    })
    return { options: values as OptionValues, places: positionals }
  } catch (error) {
    throw new UsageError(
      `${parseProblem(command, error as NodeJS.ErrnoException)} Try ${command.name} --help.`,
    )
  }
}

function parseProblem(command: Command, { code, message }: NodeJS.ErrnoException): string {
  const option = /'(-[^' ]*)/.exec(message)?.[1]
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return message.split('\n')[0]!.replace(/\.?$/, '.')
  const known = [...Object.keys(command.options), 'help'].map(name => `--${name}`).join(', ')
  return `${command.name} has no option ${option}; it has ${known}, and one for each setting, as --data-dir.`
}

function checkPlaces({ name, places }: Command, given: readonly string[]): void {
  const needed = places.filter(place => !place.endsWith('?')).length
  if (given.length < needed)
    throw new UsageError(`${name} needs ${places[given.length]}. Try ${name} --help.`)
  if (given.length > places.length)
    throw new UsageError(
      `${name} does not know what to do with "${given[places.length]}". Try ${name} --help.`,
    )
}

function configOf(env: Environment, options: OptionValues) {
  const given = Object.entries(options).flatMap(([option, value]) => {
    const variable = VARIABLE_BY_OPTION.get(option)
    return variable === undefined ? [] : [[variable, String(value)]]
  })
  const loaded = loadConfig({ ...env, ...Object.fromEntries(given) })
  if (loaded.ok) return loaded.config
  throw new UsageError(
    `The configuration has problems:\n${loaded.problems.map(problem => `  ${problem}`).join('\n')}`,
  )
}

/** A message alone for what was foreseen; with its place in the code for what was not. */
function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof CommandError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
