import { type FavoriteParts, favoriteHandlers } from './favorites/handlers.ts'
import { groupHandlers } from './groups/handlers.ts'
import type { GroupStore } from './groups/store.sql.ts'
import { type KeyParts, keyHandlers } from './keys/handlers.ts'
import { likeHandlers } from './likes/handlers.ts'
import type { LikeStore } from './likes/store.sql.ts'
import { type PersonParts, personHandlers } from './person/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import type { SettingsStore } from './settings/store.sql.ts'
import { transferHandlers } from './transfer/handlers.ts'
import type { TransferStore } from './transfer/store.sql.ts'

export interface AccountParts extends Omit<FavoriteParts, 'groups' | 'likes'>, KeyParts, PersonParts {
  settings: SettingsStore
  groups: GroupStore
  likes: LikeStore
  transfers: TransferStore
}

const GROUP_ID_BYTES = 12

/** What answers the routes of accounts, by the ids of the contract. */
export function accountHandlers(parts: AccountParts) {
  const newId = () => `grp_${parts.randomToken(GROUP_ID_BYTES)}`
  return {
    ...personHandlers(parts),
    ...settingsHandlers(parts.settings),
    ...favoriteHandlers(parts),
    ...groupHandlers({ ...parts, newId }),
    ...likeHandlers(parts),
    ...transferHandlers({ ...parts, newId }),
    ...keyHandlers(parts),
  }
}
