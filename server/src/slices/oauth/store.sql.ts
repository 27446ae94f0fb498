import type { Database } from '../../kernel/database.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { ApplicationStore } from './applications.sql.ts'
import { GrantStore } from './grants.sql.ts'
import { oauthPersonalData } from './personal-data.sql.ts'
import { RecordStore } from './records.sql.ts'

export class OAuthStore {
  readonly applications: ApplicationStore
  readonly grants: GrantStore
  readonly records: RecordStore
  readonly personalData: PersonalData

  constructor(deps: { db: Database }) {
    this.applications = new ApplicationStore(deps)
    this.grants = new GrantStore(deps)
    this.records = new RecordStore(deps)
    this.personalData = oauthPersonalData(this)
  }
}
