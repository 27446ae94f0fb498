import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The only place where tests read the environment. */
const {
  PATH = '',
  NODE_COMPILE_CACHE,
  REQUIRE_SERVICES,
  CI,
  SCREENSHOTS,
  AVATARY_TEST_SERVICES,
  AVATARY_TEST_PROGRAMS,
} = process.env

/** The environment that tests pass on to their processes; it contains no setting of Avatary. */
export const INHERITED: Readonly<Record<string, string>> = {
  PATH,
  ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
}

/** Tests keep the machine so busy that a server would refuse requests. */
export const NEVER_OVERLOADED = { OVERLOAD_LAG_MS: '0' } as const

/**
 * The command line as a separate process: the bundle that `script/test` built, or the source where nothing was built.
 */
export const CLI = programPath('cli')

/** The program that `script/server` starts, built or not. */
export const MAIN = programPath('main')

/** True when a missing service fails the tests that need it, instead of skipping them. */
export const requiresServices = REQUIRE_SERVICES === '1'

/** True when tests save screenshots of every page of the site; those of failed tests are always saved. */
export const keepsScreenshots = SCREENSHOTS === '1' || CI === 'true'

/** Services that all test files of a run share, started once by `run-services.ts`. */
export interface SharedServices {
  /** Path of an SQLite file with the newest schema. */
  readonly migratedSqlite: string
  /** Folder of a PostgreSQL cluster with a migrated template database; null where PostgreSQL is not installed. */
  readonly postgresFolder: string | null
  /** Folder in which the first file that needs the demo puts its data. */
  readonly demoFolder: string
}

/** Undefined when a file runs alone; it then starts its own services. */
export const sharedServices: SharedServices | undefined =
  AVATARY_TEST_SERVICES === undefined ? undefined : JSON.parse(AVATARY_TEST_SERVICES)

/** Passes the services on to the processes that this one starts. */
export function shareServices(services: SharedServices): void {
  process.env.AVATARY_TEST_SERVICES = JSON.stringify(services)
}

/**
 * The folder of the first of these programs that can be executed.
 * @param elsewhere glob patterns of folders to search after those in PATH; the last match, which is the newest, comes
 * first.
 */
export function folderOf(program: string, ...elsewhere: string[]): string | undefined {
  const folders = [
    ...PATH.split(delimiter),
    ...elsewhere.flatMap(pattern => globSync(pattern).sort().reverse()),
  ]
  return folders.find(folder => folder !== '' && isExecutable(join(folder, program)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function programPath(name: string): string {
  const built = AVATARY_TEST_PROGRAMS
  const file = built === undefined ? `server/src/${name}.ts` : `${built}/${name}.js`
  return join(import.meta.dirname, '../../..', file)
}
