import type { GroupIcon } from '@avatary/contract/account'
import type { Generated } from 'kysely'
import type { CatalogTables, CounterSaver } from '../../avatars/index.ts'
import type { Database, ReadOnly } from '../../kernel/database.ts'

/** Tables of accounts, made by `server/migrations/0008-account.ts` and `0025-favorite-acts.ts`, with those of the avatars. */
export interface AccountTables extends CatalogTables {
  users: ReadOnly<{ key: number }>
  /** JSON of `Settings`; without a row the defaults apply. */
  account_settings: { user_key: number; settings: string }
  favorite_groups: GroupTable
  favorites: FavoriteTable
  removed_favorites: RemovedFavoriteTable
  likes: LikeTable
}

interface GroupTable {
  /** Increases; the order of groups. */
  number: Generated<number>
  /** Random, so that it cannot be guessed. */
  id: string
  user_key: number
  name: string
  /** Equal for equal names, see `groupNameKey`. */
  name_key: string
  icon: GroupIcon
}

export interface FavoriteTable {
  user_key: number
  avatar_key: number
  group_id: string | null
  saved_at_ms: number
  /** UTC day on which it was counted; removing it lowers the counter of the same day. */
  day: number
  /** Greater comes first in the person's own order; null stands where `placeOf` puts it by its time. */
  place: number | null
}

/** Favorites as they were before they were removed. */
export interface RemovedFavoriteTable extends FavoriteTable {
  removed_at_ms: number
}

interface LikeTable {
  user_key: number
  avatar_key: number
  liked_at_ms: number
  /** See `FavoriteTable.day`. */
  day: number
}

export interface AccountStoreDeps {
  db: Database
  /** Counts likes and favorites, for the catalog and for insights. */
  counters: CounterSaver
}
