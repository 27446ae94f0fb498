import type { Database } from '../../kernel/database.ts'
import { ChangeLog } from './changes.sql.ts'
import { AvatarReader } from './read.sql.ts'
import { type AiTagging, AvatarSaver } from './save.sql.ts'
import type { CatalogWriter } from './store.ts'
import type { CatalogTables } from './tables.sql.ts'

/** The catalog in the system of record. */
export function createCatalogStore({ db, ...tagging }: { db: Database } & AiTagging): CatalogWriter {
  const sql = db.tables<CatalogTables>()
  const log = new ChangeLog(sql)
  const reader = new AvatarReader(sql)
  const saver = new AvatarSaver(sql, log, tagging)
  return {
    readAll: batchSize => reader.all(batchSize),
    byKeys: keys => reader.byKeys(keys),
    byIds: ids => reader.byIds(ids),
    countersByKeys: keys => reader.countersByKeys(keys),
    countRows: () => reader.count(),
    databaseId: () => reader.databaseId(),
    changesAfter: (after, limit) => log.after(after, limit),
    changeBounds: () => log.bounds(),
    mostViewedSince: async () => [],
    saveMany: (patches, nowMs) => saver.saveMany(patches, nowMs),
  }
}
