import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Database, Engine } from '../../src/kernel/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { DatabaseOptions } from '../../src/platform/db/options.ts'
import { afterwards } from './cleanup.ts'
import { requiresServices } from './environment.ts'
import { copyMigratedSqlite, IN_THIS_THREAD } from './migrated.ts'
import { createEmptyPostgres, createPostgresDatabase, hasPostgres } from './postgres.ts'
import type { TestDatabase } from './postgres-cluster.ts'
import { recording } from './sql-recorder.ts'
import { testFolder } from './temp-folder.ts'

/** A database engine on which a suite runs. */
export interface TestEngine {
  name: Engine
  /** Creates a database with the newest schema, which is deleted after the test; returns its `DATABASE_URL`. */
  createUrl(t: TestContext): Promise<string>
  /** Like `createUrl`, without any table. */
  createEmptyUrl(t: TestContext): Promise<string>
  /** Opens such a database (by default a new one) until the end of the test; fast rather than durable. */
  open(t: TestContext, url?: string, options?: DatabaseOptions): Promise<Database>
}

const ENGINES: { isInstalled: boolean; engine: Omit<TestEngine, 'open'> }[] = [
  {
    isInstalled: true,
    engine: {
      name: 'sqlite',
      createEmptyUrl: async t => sqlitePath(t),
      createUrl: async t => {
        const path = sqlitePath(t)
        await copyMigratedSqlite(path)
        return path
      },
    },
  },
  {
    isInstalled: hasPostgres,
    engine: {
      name: 'postgres',
      createEmptyUrl: async t => droppedAfter(t, await createEmptyPostgres()),
      createUrl: async t => droppedAfter(t, await createPostgresDatabase()),
    },
  },
]

function sqlitePath(t: TestContext): string {
  return join(testFolder(t, 'store'), 'catalog.db')
}

function droppedAfter(t: TestContext, { url, drop }: TestDatabase): string {
  afterwards(t, drop)
  return url
}

/**
 * Runs a suite on each engine. If an engine's server is missing, a skipped test replaces the suite, or a failing one if
 * all services are required.
 */
export function forEachEngine(name: string, suite: (engine: TestEngine) => void): void {
  for (const { isInstalled, engine } of ENGINES) {
    describe(`${name}, on ${engine.name}`, () => {
      if (!isInstalled) return skipSuiteWithout(engine.name)
      suite({
        ...engine,
        async open(t, url, options) {
          const databaseUrl = url ?? (await engine.createUrl(t))
          const database = await openDatabase(databaseUrl, { ...IN_THIS_THREAD, ...options })
          afterwards(t, () => database.close())
          return recording(t, database)
        },
      })
    })
  }
}

/** Replaces the tests of a suite whose service is not installed on this machine. */
export function skipSuiteWithout(service: string): void {
  it(`runs where ${service} is installed`, t => skipWithout(t, `${service} server`))
}

/** Skips a test that needs something this machine lacks, or fails it if all services are required. */
export function skipWithout(t: TestContext, what: string): void {
  if (requiresServices) assert.fail(`REQUIRE_SERVICES=1, but no ${what} was found on this machine`)
  t.skip(`no ${what} on this machine`)
}
