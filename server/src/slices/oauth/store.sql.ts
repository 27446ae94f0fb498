import type { Database } from '../../kernel/database.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { ApplicationStore } from './applications.sql.ts'
import { GrantStore } from './grants.sql.ts'
import { oauthPersonalData } from './personal-data.sql.ts'
import { recordStore } from './records.sql.ts'
import type { RecordStore } from './records.ts'
import type { OAuthTables } from './tables.sql.ts'

export interface OAuthStore {
  readonly applications: ApplicationStore
  readonly grants: GrantStore
  readonly records: RecordStore
  readonly personalData: PersonalData
}

export function createOAuthStore({ db }: { db: Database }): OAuthStore {
  const sql = db.tables<OAuthTables>()
  const applications = new ApplicationStore(sql)
  const grants = new GrantStore(sql)
  const records = recordStore(sql)
  return { applications, grants, records, personalData: oauthPersonalData({ applications, grants }) }
}
