import { Store } from '../../kernel/store.ts'
import { ApplicationStore } from './applications.sql.ts'
import { GrantStore } from './grants.sql.ts'
import { oauthPersonalData } from './personal-data.sql.ts'
import { RecordStore } from './records.sql.ts'
import type { OAuthTables } from './tables.sql.ts'

export class OAuthStore extends Store<OAuthTables> {
  readonly applications = new ApplicationStore(this.deps)
  readonly grants = new GrantStore(this.deps)
  readonly records = new RecordStore(this.deps)
  readonly personalData = oauthPersonalData(this)
}
