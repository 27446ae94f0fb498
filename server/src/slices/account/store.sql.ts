import { isoOf } from '../../kernel/days.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { Store } from '../../kernel/store.ts'
import { FavoriteActStore } from './favorites/act-store.sql.ts'
import { deleteFavorites, deltasOf } from './favorites/rows.sql.ts'
import { FavoriteStore } from './favorites/store.sql.ts'
import { GroupStore } from './groups/store.sql.ts'
import { deleteLikes, LikeStore } from './likes/store.sql.ts'
import { UsageStore } from './person/usage.sql.ts'
import { SettingsStore } from './settings/store.sql.ts'
import type { AccountStoreDeps, AccountTables } from './tables.sql.ts'
import { TransferStore } from './transfer/store.sql.ts'

export class AccountStore extends Store<AccountTables, AccountStoreDeps> {
  readonly settings = new SettingsStore(this.deps)
  readonly groups = new GroupStore(this.deps)
  readonly favorites = new FavoriteStore(this.deps)
  readonly acts = new FavoriteActStore(this.deps)
  readonly likes = new LikeStore(this.deps)
  readonly transfers = new TransferStore(this.deps)
  readonly usage = new UsageStore(this.deps)

  readonly personalData: PersonalData = {
    read: async ({ key }) => ({
      settings: await this.settings.read(key),
      groups: await this.groups.listOf(key),
      favorites: (await this.transfers.exportedFavoritesOf(key)).map(({ savedAtMs, isListed, ...line }) => ({
        ...line,
        savedAt: isoOf(savedAtMs),
        available: isListed,
      })),
      removedFavorites: (await this.acts.removedOf(key)).map(({ id, removedAtMs }) => ({
        id,
        removedAt: isoOf(removedAtMs),
      })),
      likes: (await this.likes.listOf(key)).map(({ id, likedAtMs }) => ({ id, likedAt: isoOf(likedAtMs) })),
    }),
    erase: async (tx, personKey, nowMs) => {
      const accountTx = tx.as<AccountTables>()
      await accountTx.deleteFrom('account_settings').where('user_key', '=', personKey).execute()
      await accountTx.deleteFrom('favorite_groups').where('user_key', '=', personKey).execute()
      const favorites = await deleteFavorites(this.sql, accountTx, personKey, 'all')
      await accountTx.deleteFrom('removed_favorites').where('user_key', '=', personKey).execute()
      const deltas = [...deltasOf(favorites, -1), ...(await deleteLikes(accountTx, personKey))]
      await this.deps.counters.saveCountersWithin(accountTx, deltas, nowMs)
    },
  }
}
