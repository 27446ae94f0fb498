import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ChangeLog } from '../../src/avatars/changes.sql.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { type CatalogReader, CatalogStore } from '../../src/avatars/store.sql.ts'
import type { Database } from '../../src/kernel/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { afterwards } from './cleanup.ts'
import { copyMigratedSqlite, IN_THIS_THREAD } from './migrated.ts'
import { tempFolder } from './temp-folder.ts'

/** A catalog in a new SQLite database, deleted after the test; its tags are the words of the name. */
export async function sqliteCatalog(t: TestContext): Promise<{ db: Database; store: CatalogStore }> {
  const folder = tempFolder('catalog')
  afterwards(t, () => folder.remove())
  const path = join(folder.path, 'catalog.sqlite')
  await copyMigratedSqlite(path)
  const db = await openDatabase(path, IN_THIS_THREAD)
  afterwards(t, () => db.close())
  const deriveAiTags = (name: string) => name.toLowerCase().split(' ')
  return { db, store: new CatalogStore({ db, deriveAiTags, aiTagsVersion: 1 }) }
}

/** All that a catalog holds, by id; without the row numbers, which differ between databases. */
export async function contentsOf(store: CatalogReader): Promise<Map<string, Omit<CatalogRecord, 'key'>>> {
  const contents = new Map<string, Omit<CatalogRecord, 'key'>>()
  for await (const batch of store.readAll(500)) {
    for (const { key: _, ...record } of batch) contents.set(record.id, record)
  }
  return contents
}

/** The store with some of its methods replaced. */
export function alteredStore(
  store: CatalogStore,
  { changes = {}, ...other }: Partial<Omit<CatalogStore, 'changes'>> & { changes?: Partial<ChangeLog> },
): CatalogStore {
  return altered(store, { ...other, changes: altered(store.changes, changes) })
}

function altered<Whole extends object>(whole: Whole, other: Partial<Whole>): Whole {
  return new Proxy(whole, {
    get: (_, name) => {
      if (Object.hasOwn(other, name)) return Reflect.get(other, name)
      const value: unknown = Reflect.get(whole, name)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
}
