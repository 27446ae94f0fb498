import { MIGRATIONS } from '../../migrations/all.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { type DatabaseOptions, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { Log } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { RecordFaults } from '../platform/record-faults.ts'
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
  metrics = new Metrics(),
  ...options
}: {
  config: Pick<Config, 'data'>
  clock: Clock
  log: Log
  /** Where faults are counted. */
  metrics?: Metrics
} & Pick<DatabaseOptions, 'isFilling' | 'wrapSession'>): Promise<Database> {
  const observer = new RecordFaults({ log, clock, metrics })
  const db = await openDatabase(config.data.databaseUrl, { ...options, observer })
  metrics.gauge('avatary_record_available', '1 while the system of record does all that it is asked', () =>
    Number(db.isAvailable),
  )
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
