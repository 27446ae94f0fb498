import { Command, type ErrorOptions, type HelpContext, Option } from 'commander'
import { type CommandContext, type DatabaseDeps, print, type Result, runOnDatabase } from './context.ts'
import { UsageError } from './exit.ts'

/** A command that throws a `UsageError` when the command line is wrong. */
export class CliCommand extends Command {
  readonly context: CommandContext

  constructor(name: string | undefined, context: CommandContext) {
    super(name)
    this.context = context
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name, this.context)
  }

  /** Adds an option with a parser, which may throw a `UsageError` that names the option. */
  parsedOption(flags: string, help: string, parse: (text: string, name: string) => unknown): this {
    const option = new Option(flags, help)
    return this.addOption(option.argParser(text => parse(text, option.long!)))
  }

  /** Adds an option that takes an integer within bounds. */
  integerOption(flags: string, help: string, bounds: { min: number; max: number; fallback?: number }): this {
    const option = new Option(flags, help).default(bounds.fallback)
    return this.addOption(option.argParser(text => parseInteger(text, option.long!, bounds)))
  }

  /** Adds an option that takes one of several words; the first is the default unless `hasDefault` is false. */
  choiceOption(flags: string, help: string, choices: readonly string[], hasDefault = true): this {
    const option = new Option(flags, help).choices(choices).default(hasDefault ? choices[0] : undefined)
    return this.addOption(option.argParser(text => parseChoice(text, option.long!, choices)))
  }

  example(line: string): this {
    return this.addHelpText('after', `\nExample: ${line}`)
  }

  /** Sets the action, whose result is printed; null prints nothing. */
  resultAction<Args extends unknown[]>(run: (...args: Args) => Promise<Result | null>): this {
    return this.option('--json', 'print the result as one JSON object').action(async (...args) => {
      const result = await run(...(args as Args))
      if (result === null) return
      await print(this.context.terminal, this.opts(), result)
      this.context.exitCode = result.exitCode ?? this.context.exitCode
    })
  }

  /**
   * Sets an action on the database, whose result is printed.
   *
   * @param prepare validates arguments and options before the database is opened; the function it returns does the
   * work.
   */
  databaseAction<Args extends unknown[]>(
    prepare: (...args: Args) => (deps: DatabaseDeps) => Promise<Result>,
  ): this {
    return this.resultAction((...args: Args) => runOnDatabase(this.context, prepare(...args)))
  }

  /** Turns an error of commander into a `UsageError`. */
  override error(message: string, { code }: ErrorOptions = {}): never {
    throw new UsageError(`${this.#messageOf(message, code)} Try ${this.#path()} --help.`)
  }

  /** Commander also calls this, with `error`, for a command that was given without the subcommand it needs. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    if (typeof context === 'object' && context.error && this.parent !== null)
      throw new UsageError(`${this.#path()} needs ACT: ${this.#commandNames()}. Try ${this.#path()} --help.`)
    return super.help(context as HelpContext)
  }

  #messageOf(message: string, code: string | undefined): string {
    const [firstArgument] = this.args
    switch (code) {
      case 'commander.unknownCommand':
        return this.parent === null
          ? `There is no command "${firstArgument}". Commands: ${this.#commandNames()}.`
          : `There is no act "${firstArgument}". Acts: ${this.#commandNames()}.`
      case 'commander.excessArguments':
        return `${this.#path()} does not know what to do with "${this.args[this.registeredArguments.length]}".`
      case 'commander.missingArgument':
        return this.#missingArgumentMessage()
      case 'commander.unknownOption':
        return this.#unknownOptionMessage(/'(.+)'/.exec(message)?.[1] ?? '')
      default:
        return `${message.replace('error: ', '')}.`
    }
  }

  /** Names the argument, and adds what is allowed: its parser's `UsageError` for an empty text says so. */
  #missingArgumentMessage(): string {
    const missingArgument = this.registeredArguments[this.args.length]!
    const message = `${this.#path()} needs ${missingArgument.name()}.`
    try {
      missingArgument.parseArg?.('', undefined)
      return message
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return `${message} ${error.message.replace(/^"" is .*?\. |, not ""/, '')}`
    }
  }

  #unknownOptionMessage(text: string): string {
    const name = text.replace(/=.*/s, '')
    if (this.options.some(({ long }) => long === name)) return `${name} does not take an argument.`
    const shownOptions = this.options.filter(({ hidden }) => !hidden).map(({ long }) => long)
    const knownOptions = shownOptions.concat('--help').join(', ')
    return `${this.#path()} has no option ${name}; it has ${knownOptions}, and one for each setting, as --data-dir.`
  }

  #path(): string {
    return this.parent?.parent ? `${this.parent.name()} ${this.name()}` : this.name()
  }

  #commandNames(): string {
    return this.commands.map(command => command.name()).join(', ')
  }
}

/** @throws UsageError that names the option. */
export function parseInteger(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

/** @throws UsageError that names the option or argument. */
export function parseChoice(text: string, name: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text
  throw new UsageError(`${name} must be one of ${choices.join(', ')}, not "${text}".`)
}
