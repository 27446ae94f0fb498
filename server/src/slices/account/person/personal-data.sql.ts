import type { Transaction } from 'kysely'
import type { CounterDelta } from '../../../avatars/index.ts'
import { isoOf } from '../../../kernel/days.ts'
import type { PersonalData } from '../../../kernel/personal-data.ts'
import type { FavoriteActStore } from '../favorites/act-store.sql.ts'
import { deleteFavorites, deltasOf } from '../favorites/rows.sql.ts'
import type { GroupStore } from '../groups/store.sql.ts'
import type { LikeStore } from '../likes/store.sql.ts'
import type { SettingsStore } from '../settings/store.sql.ts'
import type { AccountStoreDeps, AccountTables } from '../tables.sql.ts'
import type { TransferStore } from '../transfer/store.sql.ts'

type Tx = Transaction<AccountTables>

interface Stores {
  settings: Pick<SettingsStore, 'read'>
  groups: Pick<GroupStore, 'listOf'>
  likes: Pick<LikeStore, 'listOf'>
  acts: Pick<FavoriteActStore, 'removedOf'>
  transfers: Pick<TransferStore, 'linesOf'>
}

export function accountPersonalData(
  { db, counters }: AccountStoreDeps,
  { settings, groups, likes, acts, transfers }: Stores,
): PersonalData {
  return {
    read: async ({ key }) => ({
      settings: await settings.read(key),
      groups: await groups.listOf(key),
      favorites: (await transfers.linesOf(key)).map(({ savedAtMs, isListed, ...line }) => ({
        ...line,
        savedAt: isoOf(savedAtMs),
        available: isListed,
      })),
      removedFavorites: (await acts.removedOf(key)).map(({ id, removedAtMs }) => ({
        id,
        removedAt: isoOf(removedAtMs),
      })),
      likes: (await likes.listOf(key)).map(({ id, likedAtMs }) => ({ id, likedAt: isoOf(likedAtMs) })),
    }),
    erase: async (tx, personKey, nowMs) => {
      const accountTx = tx.as<AccountTables>()
      await accountTx.deleteFrom('account_settings').where('user_key', '=', personKey).execute()
      await accountTx.deleteFrom('favorite_groups').where('user_key', '=', personKey).execute()
      const favorites = await deleteFavorites(db.tables<AccountTables>(), accountTx, personKey, 'all')
      await accountTx.deleteFrom('removed_favorites').where('user_key', '=', personKey).execute()
      const deltas = [...deltasOf(favorites, -1), ...(await deleteLikes(accountTx, personKey))]
      await counters.saveCountersWithin(accountTx, deltas, nowMs)
    },
  }
}

async function deleteLikes(tx: Tx, personKey: number): Promise<CounterDelta[]> {
  const query = tx.deleteFrom('likes').where('user_key', '=', personKey)
  const rows = await query.returning(['avatar_key', 'day']).execute()
  return rows.map(({ avatar_key, day }) => ({ key: avatar_key, day, likes: -1 }))
}
