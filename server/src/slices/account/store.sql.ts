import type { PersonalData } from '../../kernel/personal-data.ts'
import { FavoriteActStore } from './favorites/act-store.sql.ts'
import { FavoriteStore } from './favorites/store.sql.ts'
import { GroupStore } from './groups/store.sql.ts'
import { LikeStore } from './likes/store.sql.ts'
import { accountPersonalData } from './person/personal-data.sql.ts'
import { UsageStore } from './person/usage.sql.ts'
import { SettingsStore } from './settings/store.sql.ts'
import type { AccountStoreDeps } from './tables.sql.ts'
import { TransferStore } from './transfer/store.sql.ts'

export class AccountStore {
  readonly settings: SettingsStore
  readonly groups: GroupStore
  readonly favorites: FavoriteStore
  readonly acts: FavoriteActStore
  readonly likes: LikeStore
  readonly transfers: TransferStore
  readonly usage: UsageStore
  readonly personalData: PersonalData

  constructor(deps: AccountStoreDeps) {
    this.settings = new SettingsStore(deps)
    this.groups = new GroupStore(deps)
    this.favorites = new FavoriteStore(deps)
    this.acts = new FavoriteActStore(deps)
    this.likes = new LikeStore(deps)
    this.transfers = new TransferStore(deps)
    this.usage = new UsageStore(deps)
    this.personalData = accountPersonalData(deps, this)
  }
}
