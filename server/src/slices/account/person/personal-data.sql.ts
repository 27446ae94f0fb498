import type { Transaction } from 'kysely'
import type { CounterDelta, CounterSaver } from '../../../avatars/index.ts'
import type { SqlAccess } from '../../../kernel/database.ts'
import type { PersonalData } from '../../../kernel/personal-data.ts'
import { deleteFavorites } from '../favorites/store.sql.ts'
import type { GroupStore } from '../groups/store.sql.ts'
import type { SettingsStore } from '../settings/store.sql.ts'
import type { AccountTables } from '../tables.sql.ts'
import type { TransferStore } from '../transfer/store.sql.ts'

type Tx = Transaction<AccountTables>

interface PersonalDataDeps {
  sql: SqlAccess<AccountTables>
  counters: CounterSaver
  settings: Pick<SettingsStore, 'read'>
  groups: Pick<GroupStore, 'listOf'>
  transfers: Pick<TransferStore, 'linesOf'>
}

/** Exports and erases settings, groups, favorites and likes. */
export function accountPersonalData({
  sql,
  counters,
  settings,
  groups,
  transfers,
}: PersonalDataDeps): PersonalData {
  return {
    read: async ({ key }) => ({
      settings: await settings.read(key),
      groups: await groups.listOf(key),
      favorites: (await transfers.linesOf(key)).map(({ savedAtMs, isListed, ...line }) => ({
        ...line,
        savedAt: new Date(savedAtMs).toISOString(),
        available: isListed,
      })),
      likes: await likesOf(sql, key),
    }),
    erase: async (tx, userKey, nowMs) => {
      const own = tx.as<AccountTables>()
      await own.deleteFrom('account_settings').where('user_key', '=', userKey).execute()
      await own.deleteFrom('favorite_groups').where('user_key', '=', userKey).execute()
      const deltas = [...(await deleteFavorites(own, userKey)), ...(await deleteLikes(own, userKey))]
      await counters.saveCountersWithin(own, deltas, nowMs)
    },
  }
}

async function deleteLikes(tx: Tx, userKey: number): Promise<CounterDelta[]> {
  const query = tx.deleteFrom('likes').where('user_key', '=', userKey)
  const rows = await query.returning(['avatar_key', 'day']).execute()
  return rows.map(({ avatar_key, day }) => ({ key: avatar_key, day, likes: -1 }))
}

async function likesOf({ scanner }: SqlAccess<AccountTables>, userKey: number) {
  const rows = await scanner
    .selectFrom('likes')
    .innerJoin('avatars', 'avatars.key', 'likes.avatar_key')
    .select(['avatars.id', 'likes.liked_at_ms'])
    .where('likes.user_key', '=', userKey)
    .orderBy('likes.liked_at_ms', 'desc')
    .orderBy('likes.avatar_key', 'desc')
    .execute()
  return rows.map(({ id, liked_at_ms }) => ({ id, likedAt: new Date(liked_at_ms).toISOString() }))
}
