import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { MIGRATIONS } from '../../migrations/all.ts'
import type { Database, Engine } from '../../src/kernel/database.ts'
import { type DatabaseOptions, openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { afterwards } from './cleanup.ts'
import { requiresServices } from './environment.ts'
import { createPostgresDatabase, hasPostgres } from './postgres.ts'
import { tempFolder } from './temp-folder.ts'

/** One of the engines that a suite runs on. */
export interface TestEngine {
  name: Engine
  /** `DATABASE_URL` of a new empty database, deleted after the test. */
  createUrl(t: TestContext): Promise<string>
  /** A connection to that database with the newest schema, closed after the test; fast rather than durable. */
  open(t: TestContext, url?: string, options?: DatabaseOptions): Promise<Database>
}

const ENGINES: { name: Engine; isHere: boolean; createUrl: TestEngine['createUrl'] }[] = [
  {
    name: 'sqlite',
    isHere: true,
    createUrl: async t => {
      const folder = tempFolder('store')
      afterwards(t, () => folder.remove())
      return join(folder.path, 'catalog.db')
    },
  },
  {
    name: 'postgres',
    isHere: hasPostgres,
    createUrl: async t => {
      const { url, drop } = await createPostgresDatabase()
      afterwards(t, drop)
      return url
    },
  },
]

/** Runs a suite on each engine; one whose server is missing is a skipped test, or a failed one if all are required. */
export function forEachEngine(name: string, suite: (engine: TestEngine) => void): void {
  for (const { isHere, ...engine } of ENGINES) {
    describe(`${name}, on ${engine.name}`, () => {
      if (isHere)
        suite({ ...engine, open: (t, url, options) => openMigrated(engine.createUrl, t, url, options) })
      else whereMissing(engine.name)
    })
  }
}

/** Stands for the tests of a service that this machine lacks. */
export function whereMissing(service: string): void {
  it(`runs where ${service} is installed`, t => {
    if (requiresServices)
      assert.fail(`REQUIRE_SERVICES=1, but no ${service} server was found on this machine`)
    t.skip(`no ${service} server on this machine`)
  })
}

async function openMigrated(
  createUrl: TestEngine['createUrl'],
  t: TestContext,
  url?: string,
  options?: DatabaseOptions,
): Promise<Database> {
  const database = await openDatabase(url ?? (await createUrl(t)), { synchronous: 'off', ...options })
  afterwards(t, () => database.close())
  await migrate(database, MIGRATIONS, Date.UTC(2026, 10, 21))
  return database
}
