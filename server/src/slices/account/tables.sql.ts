import type { GroupIcon } from '@avatary/contract/account'
import type { Generated } from 'kysely'
import type { CatalogTables, CounterSaver } from '../../avatars/index.ts'
import type { Database, ReadOnly, SqlAccess } from '../../kernel/database.ts'

/** Tables of accounts (`server/migrations/0008-account.ts`, `0025-favorite-acts.ts`), and those of the catalog. */
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
  /** Increases with each group; groups are ordered by it. */
  number: Generated<number>
  /** Random, so that it cannot be guessed. */
  id: string
  user_key: number
  name: string
  /** Equal for names that count as the same; see `groupNameKey`. */
  name_key: string
  icon: GroupIcon
}

export interface FavoriteTable {
  user_key: number
  avatar_key: number
  group_id: string | null
  saved_at_ms: number
  /** The UTC day on which it was counted; removing it lowers the counter of that day. */
  day: number
  /** Sort key of the person's own order, greatest first; null derives it from the time (`own-order.ts`). */
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

/** A transaction, the reader, or for many rows the scanner. */
export type AccountReader = Pick<SqlAccess<AccountTables>['reader'], 'selectFrom'>

export interface AccountStoreDeps {
  db: Database
  /** Counts likes and favorites, for the catalog and for insights. */
  counters: CounterSaver
}
