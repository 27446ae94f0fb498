import type { Database, SqlAccess } from '../../kernel/database.ts'
import { connectionsIn } from './connections.sql.ts'
import { revocationsIn } from './revocations.sql.ts'
import { serversIn } from './servers.sql.ts'
import { statesIn } from './states.sql.ts'
import type { DiscordTables } from './tables.sql.ts'
import { takeoversIn } from './takeovers.sql.ts'

/** The system of record of this slice. Leases keep two processes from using up one refresh token. */
export function createDiscordStore({ db }: { db: Database }) {
  const sql: SqlAccess<DiscordTables> = db.tables<DiscordTables>()
  return {
    ...statesIn(sql),
    ...connectionsIn(sql),
    ...takeoversIn(sql),
    ...revocationsIn(sql),
    ...serversIn(sql),
  }
}

export type DiscordStore = ReturnType<typeof createDiscordStore>
