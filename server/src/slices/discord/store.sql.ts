import type { Database, SqlAccess } from '../../kernel/database.ts'
import { connectionsIn } from './connections.sql.ts'
import { revocationsIn } from './revocations.sql.ts'
import { serversIn } from './servers.sql.ts'
import { statesIn } from './states.sql.ts'
import type { DiscordStore } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'
import { takeoversIn } from './takeovers.sql.ts'

export function createDiscordStore({ db }: { db: Database }): DiscordStore {
  const sql: SqlAccess<DiscordTables> = db.tables<DiscordTables>()
  return {
    ...statesIn(sql),
    ...connectionsIn(sql),
    ...takeoversIn(sql),
    ...revocationsIn(sql),
    ...serversIn(sql),
  }
}
