import { userInfo } from 'node:os'
import type { CatalogStore } from '../avatars/index.ts'
import { catalogStore, openMigratedDatabase } from '../composition/database.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../kernel/database.ts'
import { ExpectedError } from '../kernel/expected-error.ts'
import { systemClock } from '../platform/clock.ts'
import type { DatabaseOptions } from '../platform/db/options.ts'
import { silentLog } from '../platform/log.ts'
import type { Act } from '../slices/moderation/index.ts'
import { CommandError, type ExitCode } from './exit.ts'
import { demoNoteIfEmpty } from './on-demo.ts'
import { type Terminal, write } from './terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  /** Returns the settings; options override the environment. @throws UsageError for invalid ones. */
  readonly config: () => Config
  /** Like `config`, for commands on a catalog: with `--on-demo` these are the settings of the demo. */
  readonly catalogConfig: () => Config
  /** Exit code of the process unless the command throws. */
  exitCode: ExitCode
}

export interface Result {
  json: object
  text: string
  /** Lines for standard error; a null one is omitted. */
  notes?: readonly (string | null)[]
  /** Defaults to 0. */
  exitCode?: ExitCode
}

export interface OpenCatalog extends AsyncDisposable {
  db: Database
  store: CatalogStore
}

/** Opens the database and migrates it to the newest schema; a server may be running on it. */
export async function openCatalog(
  config: Config,
  options: Pick<DatabaseOptions, 'writesBulk' | 'usesThreads'> = {},
): Promise<OpenCatalog> {
  const db = await openMigratedDatabase({ config, clock: systemClock, log: silentLog, ...options }).catch(
    asCommandError('opened'),
  )
  return { db, store: catalogStore(db), [Symbol.asyncDispose]: () => db.close() }
}

/** The open database, with actor and time for the audit log. */
export interface DatabaseDeps extends OpenCatalog {
  config: Config
  act: Act
}

/** Opens the database and returns the result of `work`. */
export async function runOnDatabase(
  context: CommandContext,
  work: (deps: DatabaseDeps) => Promise<Result>,
): Promise<Result> {
  const config = context.catalogConfig()
  await using catalog = await openCatalog(config, { usesThreads: false })
  const act = { actor: cliActor(), nowMs: systemClock.now() }
  const result = await work({ ...catalog, config, act })
  return { ...result, notes: [...(result.notes ?? []), await demoNoteIfEmpty(config, catalog)] }
}

/** The actor for the audit log, with the name of the operating system's user if available. */
function cliActor(): string {
  try {
    return `cli ${userInfo().username}`
  } catch {
    return 'cli'
  }
}

export async function print(
  terminal: Terminal,
  options: { json?: true },
  { json, text, notes = [] }: Result,
): Promise<void> {
  await write(terminal.stdout, `${options.json ? JSON.stringify(json) : text}\n`)
  for (const note of notes) if (note !== null) await write(terminal.stderr, `${note}\n`)
}

/** Makes a function that throws an expected error as it is, and any other as a `CommandError`. */
export function asCommandError(verb: 'opened' | 'read'): (error: unknown) => never {
  return error => {
    if (error instanceof ExpectedError) throw error
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    throw new CommandError(`The database cannot be ${verb}: ${reason}`, { cause: error })
  }
}
