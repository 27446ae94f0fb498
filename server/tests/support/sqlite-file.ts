import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Database } from '../../src/kernel/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { DatabaseOptions } from '../../src/platform/db/options.ts'
import { afterwards } from './cleanup.ts'
import { copyMigratedSqlite } from './migrated.ts'
import { testFolder } from './temp-folder.ts'

/** Opens an SQLite file with the newest schema as the service does, unlike `forEachEngine`. */
export async function openSqlite(
  t: TestContext,
  options?: DatabaseOptions,
): Promise<{ path: string; db: Database }> {
  const folder = testFolder(t, 'sqlite')
  const path = join(folder, 'catalog.db')
  await copyMigratedSqlite(path)
  const db = await openDatabase(path, options)
  afterwards(t, () => db.close())
  return { path, db }
}
