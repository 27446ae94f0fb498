import { MIGRATIONS } from '../../migrations/all.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { Log } from '../platform/log.ts'
import { AI_TAGS_VERSION, deriveAiTags } from '../slices/catalog/ai-tags/derive.ts'
import { createCatalogStore } from '../slices/catalog/store.sql.ts'
import type { CatalogStore } from '../slices/catalog/store.ts'

/**
 * Opens the system of record and brings its schema up to date.
 *
 * @throws NewerDatabaseError, or what the engine says of an address that it cannot open.
 */
export async function openRecord({
  config,
  clock,
  log,
  isFilling = false,
}: {
  config: Pick<Config, 'data'>
  clock: Clock
  log: Log
  /** Very much will be written; see `DatabaseOptions`. */
  isFilling?: boolean
}): Promise<Database> {
  const onIdleError = (err: Error) => log.warn({ err }, 'A database connection broke while idle')
  const db = await openDatabase(config.data.databaseUrl, { onIdleError, isFilling })
  try {
    const applied = await migrate(db, MIGRATIONS, clock.now())
    if (applied.length > 0) log.info({ applied }, 'The database schema was brought up to date')
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The catalog in the system of record, with the vocabulary of this version. */
export function catalogStore(db: Database): CatalogStore {
  return createCatalogStore({
    db,
    deriveAiTags: (name, description) => deriveAiTags({ name, description }),
    aiTagsVersion: AI_TAGS_VERSION,
  })
}
