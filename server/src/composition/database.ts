import { MIGRATIONS } from '../../migrations/all.ts'
import { AI_TAGS_VERSION, deriveAiTags } from '../ai-tags/derive.ts'
import { CatalogStore } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import type { Tracing } from '../kernel/tracing.ts'
import { DatabaseFaults } from '../platform/database-faults.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { DatabaseOptions } from '../platform/db/options.ts'
import { Metrics } from '../platform/metrics.ts'
import { traceStatements } from './tracing.ts'

const SHRINK_PAUSE_MS = 5 * MINUTE_MS

/** The options that callers choose; `observer` and `onStatement` are made here. */
export type ConnectionOptions = Omit<DatabaseOptions, 'observer' | 'onStatement'>

export interface DatabaseDeps extends ConnectionOptions {
  config: Pick<Config, 'data'>
  clock: Clock
  log: Log
  metrics?: Metrics
  tracing?: Tracing | null
}

/**
 * Opens the database and migrates it.
 *
 * @throws NewerDatabaseError, or the engine's error when the address cannot be opened.
 */
export async function openMigratedDatabase(deps: DatabaseDeps): Promise<Database> {
  const db = await openWithoutMigrating(deps)
  try {
    await migrateAndLog(db, deps)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Opens the database for a process that can answer from memory. If the database is away, it is migrated once it is
 * back; `whenBroken` rejects when that fails, and never resolves.
 */
export async function openToleratingAway(deps: DatabaseDeps) {
  const db = await openWithoutMigrating(deps)
  const { promise: whenBroken, reject } = Promise.withResolvers<never>()
  whenBroken.catch(() => {})
  try {
    await migrateAndLog(db, deps)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) {
      await db.close()
      throw error
    }
    db.awayUntil(() => migrateAndLog(db, deps), error).catch(reject)
  }
  return { db, whenBroken }
}

async function openWithoutMigrating({
  config,
  clock,
  log,
  metrics = new Metrics(),
  tracing = null,
  ...options
}: DatabaseDeps): Promise<Database> {
  const observer = new DatabaseFaults({ log, clock, metrics })
  const db = await openDatabase(config.data.databaseUrl, {
    ...options,
    observer,
    onStatement: traceStatements(tracing),
  })
  watchDatabase(metrics, db)
  return db
}

function watchDatabase(metrics: Metrics, db: Database): void {
  metrics.gauge('avatary_record_available', '1 while the database answers and its disk works', () =>
    Number(db.isAvailable),
  )
  const labels = ['pool'] as const
  metrics.gauges('avatary_database_connections_used', 'Connections in use', labels, () =>
    db.connections().map(({ pool, used }) => [{ pool }, used]),
  )
  metrics.gauges('avatary_database_connections_waiting', 'Callers that wait for a connection', labels, () =>
    db.connections().map(({ pool, waiting }) => [{ pool }, waiting]),
  )
}

async function migrateAndLog(
  db: Database,
  { clock, log }: Pick<DatabaseDeps, 'clock' | 'log'>,
): Promise<void> {
  const appliedMigrations = await migrate(db, MIGRATIONS, clock.now())
  if (appliedMigrations.length > 0)
    log.info(
      { event: 'database-migrated', applied: appliedMigrations },
      'The database schema was brought up to date',
    )
}

export function databaseJobs({ shrinkWal }: Database): readonly Job[] {
  if (shrinkWal === null) return []
  return [{ name: 'shrink-write-ahead-log', everyMs: SHRINK_PAUSE_MS, on: 'worker', run: shrinkWal }]
}

/** The store of the catalog, with the vocabulary of this version. */
export function catalogStore(db: Database): CatalogStore {
  return new CatalogStore({ db, deriveAiTags, aiTagsVersion: AI_TAGS_VERSION })
}
