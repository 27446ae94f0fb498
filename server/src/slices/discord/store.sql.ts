import type { Database, SqlAccess } from '../../kernel/database.ts'
import { connectionsIn } from './connections.sql.ts'
import { revocationsIn } from './revocations.sql.ts'
import { serversIn } from './servers.sql.ts'
import { statesIn } from './states.sql.ts'
import type { DiscordTables } from './tables.sql.ts'
import { takeoversIn } from './takeovers.sql.ts'

/** The store of this slice. Leases prevent two processes from using one refresh token twice. */
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
