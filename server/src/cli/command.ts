import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../config/config.ts'
import type { Terminal } from './terminal.ts'

export const EXIT = { ok: 0, failure: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line was wrong: the message says how, and the exit code is 2. */
export class UsageError extends Error {}

/** What was asked for cannot be done, for a reason that the message tells; the exit code is 1. */
export class CommandError extends Error {}

/** An option of a command, as its help shows it. */
export interface Option {
  /** Absent for one without a value. */
  value?: string
  help: string
  /** Whether it may be given several times; its value then is a list. */
  isList?: boolean
}

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface CommandInput {
  /** What was given besides options, as many as `places` say. */
  places: readonly string[]
  options: OptionValues
  config: Config
  terminal: Terminal
}

export interface Command {
  name: string
  /** One line of the list of commands. */
  summary: string
  /** Names of what is given besides options; with a `?` at the end when it may be missing. */
  places: readonly string[]
  options: Readonly<Record<string, Option>>
  /** What the help says below. */
  details: string
  run(input: CommandInput): Promise<ExitCode>
}

export function toParseOptions(options: Readonly<Record<string, Option>>): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value, isList = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple: isList } as const,
    ]),
  )
}

/** A whole number within bounds; undefined when the option is not given. */
export function optionalInteger(
  options: OptionValues,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const value = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}".`)
  return value
}

/** The same, with what stands for it when it is not given. */
export function integerOption(
  options: OptionValues,
  name: string,
  { fallback, ...bounds }: { min: number; max: number; fallback: number },
): number {
  return optionalInteger(options, name, bounds) ?? fallback
}

export function choiceOption<const Choice extends string>(
  options: OptionValues,
  name: string,
  choices: readonly Choice[],
): Choice {
  const text = options[name] ?? choices[0]
  const choice = choices.find(known => known === text)
  if (choice === undefined)
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not "${text}".`)
  return choice
}
