import type { CatalogStore } from '../avatars/index.ts'
import { catalogStore, openRecord } from '../composition/record.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../kernel/database.ts'
import { systemClock } from '../platform/clock.ts'
import { NewerDatabaseError } from '../platform/db/migrate.ts'
import { silentLog } from '../platform/log.ts'
import { CommandError } from './command.ts'

export interface OpenCatalog extends AsyncDisposable {
  db: Database
  store: CatalogStore
}

/** The system of record with the newest schema; a server may be running on it. */
export async function openCatalog(config: Config, { isFilling = false } = {}): Promise<OpenCatalog> {
  const db = await openRecord({ config, clock: systemClock, log: silentLog, isFilling }).catch(asCommandError)
  return { db, store: catalogStore(db), [Symbol.asyncDispose]: () => db.close() }
}

function asCommandError(error: unknown): never {
  if (error instanceof NewerDatabaseError) throw new CommandError(error.message)
  const reason = error instanceof Error ? error.message || String(error) : String(error)
  throw new CommandError(`The database cannot be opened: ${reason}`, { cause: error })
}
