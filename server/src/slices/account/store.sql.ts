import { Store } from '../../kernel/store.ts'
import { FavoriteActStore } from './favorites/act-store.sql.ts'
import { FavoriteStore } from './favorites/store.sql.ts'
import { GroupStore } from './groups/store.sql.ts'
import { LikeStore } from './likes/store.sql.ts'
import { accountPersonalData } from './person/personal-data.sql.ts'
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
  readonly personalData = accountPersonalData(this.deps, this)
}
