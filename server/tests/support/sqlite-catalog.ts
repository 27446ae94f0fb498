import type { TestContext } from 'node:test'
import type { ChangeLog } from '../../src/avatars/changes.sql.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { type CatalogReader, CatalogStore } from '../../src/avatars/store.sql.ts'
import type { Database } from '../../src/kernel/database.ts'
import { IN_THIS_THREAD } from './migrated.ts'
import { openSqlite } from './sqlite-file.ts'

/** A catalog in a new SQLite database, deleted after the test; its derived tags are the words of the name. */
export async function sqliteCatalog(t: TestContext): Promise<{ db: Database; store: CatalogStore }> {
  const { db } = await openSqlite(t, IN_THIS_THREAD)
  const deriveAiTags = (name: string) => name.toLowerCase().split(' ')
  return { db, store: new CatalogStore({ db, deriveAiTags, aiTagsVersion: 1 }) }
}

/** The whole content of a catalog by id, without row numbers, which differ between databases. */
export async function contentsOf(store: CatalogReader): Promise<Map<string, Omit<CatalogRecord, 'key'>>> {
  const contents = new Map<string, Omit<CatalogRecord, 'key'>>()
  for await (const batch of store.readAll(500)) {
    for (const { key: _, ...record } of batch) contents.set(record.id, record)
  }
  return contents
}

/** A store with some of its methods replaced. */
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
