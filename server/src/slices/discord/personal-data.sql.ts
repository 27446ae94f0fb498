import { CHECK_KEYS } from '@avatary/contract/discord'
import type { Database } from '../../kernel/database.ts'
import { isoOf } from '../../kernel/days.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { disconnectIn } from './revocations.sql.ts'
import { DiscordStore } from './store.sql.ts'
import type { DiscordTables } from './tables.sql.ts'

/**
 * Personal data of Discord connections. Grants are not exported.
 *
 * @param disconnect revokes the grant; if Discord does not accept that, it is retried after the account is
 * deleted.
 */
export function discordPersonalData(
  db: Database,
  disconnect: (personKey: number) => Promise<unknown>,
): PersonalData {
  const { dialect } = db.tables<DiscordTables>()
  const store = new DiscordStore({ db })
  return {
    read: async ({ key }) => {
      const connection = await store.connections.find(key)
      if (connection === null) return { discord: null }
      const { user, checkResults, syncedAtMs } = connection
      const checks = CHECK_KEYS.flatMap(key => {
        const result = checkResults?.[key] ?? null
        return result === null ? [] : [{ key, value: result.value, checkedAt: isoOf(result.atMs) }]
      })
      return { discord: { user, checks, syncedAt: syncedAtMs === null ? null : isoOf(syncedAtMs) } }
    },
    release: async ({ key }) => void (await disconnect(key)),
    erase: async (tx, personKey, nowMs) => {
      const discordTx = tx.as<DiscordTables>()
      await dialect.lock(discordTx, 'discord')
      await disconnectIn(discordTx, personKey, nowMs)
      await discordTx.deleteFrom('discord_takeovers').where('person_key', '=', personKey).execute()
    },
  }
}
