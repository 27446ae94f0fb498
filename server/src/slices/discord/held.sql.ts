import type { Database } from '../../kernel/database.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { leaveIn } from './departures.sql.ts'
import { createDiscordStore } from './store.sql.ts'
import type { DiscordTables } from './tables.sql.ts'

/** What is held about a person's Discord account; the grant is no secret of theirs to be exported. */
export function heldByDiscord({ db }: { db: Database }): PersonalData {
  const { dialect } = db.tables<DiscordTables>()
  const store = createDiscordStore({ db })
  return {
    read: async ({ key }) => {
      const connection = await store.find(key)
      if (connection === null) return { discord: null }
      const { user, checked, syncedAtMs } = connection
      const syncedAt = syncedAtMs === null ? null : new Date(syncedAtMs).toISOString()
      return { discord: { user, checked, syncedAt } }
    },
    erase: async (tx, userKey, nowMs) => {
      const own = tx.as<DiscordTables>()
      await dialect.lock(own, 'discord')
      await leaveIn(own, userKey, nowMs)
    },
  }
}
