import { type FavoriteDeps, favoriteHandlers } from './favorites/handlers.ts'
import { groupHandlers } from './groups/handlers.ts'
import type { GroupStore } from './groups/store.sql.ts'
import { likeHandlers } from './likes/handlers.ts'
import type { LikeStore } from './likes/store.sql.ts'
import { type PersonDeps, personHandlers } from './person/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import type { SettingsStore } from './settings/store.sql.ts'
import { transferHandlers } from './transfer/handlers.ts'
import type { TransferStore } from './transfer/store.sql.ts'

export interface AccountDeps extends Omit<FavoriteDeps, 'groups' | 'likes'>, PersonDeps {
  /** Returns that many random bytes in base64url. */
  randomToken: (bytes: number) => string
  settings: SettingsStore
  groups: GroupStore
  likes: LikeStore
  transfers: TransferStore
}

const GROUP_ID_BYTES = 12

export function accountHandlers(deps: AccountDeps) {
  const newId = () => `grp_${deps.randomToken(GROUP_ID_BYTES)}`
  return {
    ...personHandlers(deps),
    ...settingsHandlers(deps.settings),
    ...favoriteHandlers(deps),
    ...groupHandlers({ ...deps, newId }),
    ...likeHandlers(deps),
    ...transferHandlers({ ...deps, newId }),
  }
}
