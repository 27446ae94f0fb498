import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'
import type { ReadOnly } from '../../kernel/database.ts'

/** Tables of accounts, made by `server/migrations/0008-account.ts`, what they need of people, and the catalog. */
export interface AccountTables extends CatalogTables {
  users: ReadOnly<{ key: number }>
  /** JSON of `Settings`; no row = as they come. */
  account_settings: { user_key: number; settings: string }
  favorite_groups: GroupTable
  favorites: FavoriteTable
  likes: LikeTable
}

interface GroupTable {
  /** Grows: the order of groups. */
  number: Generated<number>
  /** Cannot be guessed. */
  id: string
  user_key: number
  name: string
  /** What names are the same by, see `groupNameKey`. */
  name_key: string
  icon: string
}

export interface FavoriteTable {
  user_key: number
  avatar_key: number
  group_id: string | null
  saved_at_ms: number
  /** The UTC day on which it was counted, and from which it is taken back. */
  day: number
}

interface LikeTable {
  user_key: number
  avatar_key: number
  liked_at_ms: number
  /** As `FavoriteTable.day`. */
  day: number
}
