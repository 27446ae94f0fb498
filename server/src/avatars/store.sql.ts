import type { Database } from '../kernel/database.ts'
import { ChangeLog } from './changes.sql.ts'
import { CounterStore } from './counters.sql.ts'
import { AvatarReader } from './read.sql.ts'
import { rederiveAiTags } from './rederive.sql.ts'
import type { AiTagging } from './row.ts'
import { AvatarSaver } from './save.sql.ts'
import type { CatalogStore } from './store.ts'
import type { CatalogTables } from './tables.sql.ts'

/** The catalog in the database. */
export function createCatalogStore({ db, ...tagging }: { db: Database } & AiTagging): CatalogStore {
  const sql = db.tables<CatalogTables>()
  const log = new ChangeLog(sql)
  const reader = new AvatarReader(sql)
  const saver = new AvatarSaver(sql, log, tagging)
  const counters = new CounterStore(sql, log)
  return {
    readAll: batchSize => reader.all(batchSize),
    byKeys: keys => reader.byKeys(keys),
    byIds: ids => reader.byIds(ids),
    countersByKeys: keys => reader.countersByKeys(keys),
    countRows: () => reader.count(),
    databaseId: () => reader.databaseId(),
    changesAfter: (after, limit) => log.after(after, limit),
    changeBounds: () => log.bounds(),
    saveMany: (patches, nowMs) => saver.saveMany(patches, nowMs),
    saveWithin: (tx, patches, nowMs) => saver.saveWithin(tx, patches, nowMs),
    noteVerified: (tx, id, nowMs) => saver.noteVerified(tx, id, nowMs),
    saveCounters: (deltas, nowMs) => counters.save(deltas, nowMs),
    saveCountersWithin: (tx, deltas, nowMs) => counters.saveWithin(tx, deltas, nowMs),
    pruneChanges: olderThanMs => log.prune(olderThanMs),
    rederiveAiTags: (limit, nowMs) => rederiveAiTags({ sql, log, tagging }, limit, nowMs),
  }
}
