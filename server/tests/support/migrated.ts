import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MIGRATIONS } from '../../migrations/all.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import type { DatabaseOptions } from '../../src/platform/db/options.ts'
import { sharedServices } from './environment.ts'
import { tempFolder } from './temp-folder.ts'

/** No database is away, and no request is late, because a busy machine gives a test or its database no time. */
export const PATIENCE_MS = 120_000

/** Options of test databases: nothing must survive a power cut, and SQLite needs no threads of its own. */
export const IN_THIS_THREAD = {
  synchronous: 'off',
  usesThreads: false,
  busyDeadlineMs: PATIENCE_MS,
  statementTimeoutMs: PATIENCE_MS,
  deadlines: { silenceMs: PATIENCE_MS, probeMs: PATIENCE_MS, graceMs: PATIENCE_MS, connectMs: PATIENCE_MS },
} as const satisfies DatabaseOptions

const MIGRATED_AT_MS = Date.UTC(2026, 10, 21)

/**
 * Gives a copy an identity of its own, so that files that belong to the original, such as a snapshot, are not used for
 * it.
 */
export function newIdentity(): string {
  return `update meta set value = '${randomUUID()}' where name = 'database_id'`
}

/** Gives a new database the newest schema. */
export async function migrateAndClose(url: string): Promise<void> {
  await using db = await openDatabase(url, IN_THIS_THREAD)
  await migrate(db, MIGRATIONS, MIGRATED_AT_MS)
}

let made: Promise<string> | undefined

/** Creates an SQLite database with the newest schema as a copy, which takes a tenth of the time of migrating. */
export async function copyMigratedSqlite(path: string): Promise<void> {
  made ??= sharedServices ? Promise.resolve(sharedServices.migratedSqlite) : makeMigratedSqlite()
  await copyFile(await made, path)
  const db = new DatabaseSync(path)
  db.exec(`pragma synchronous = off; ${newIdentity()}`)
  db.close()
}

/**
 * Deleted when this process ends.
 * @returns its path.
 */
export async function makeMigratedSqlite(): Promise<string> {
  const folder = tempFolder('migrated')
  const path = join(folder.path, 'migrated.sqlite')
  await migrateAndClose(path)
  return path
}
