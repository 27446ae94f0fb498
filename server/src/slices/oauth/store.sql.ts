import type { PersonalData } from '../../kernel/personal-data.ts'
import { Store } from '../../kernel/store.ts'
import { applicationAnswer } from './application-handlers.ts'
import { ApplicationStore, eraseApplications } from './applications.sql.ts'
import { ArtifactStore } from './artifacts.sql.ts'
import { grantAnswer } from './grant-handlers.ts'
import { GrantStore } from './grants.sql.ts'
import type { OAuthTables } from './tables.sql.ts'

export class OAuthStore extends Store<OAuthTables> {
  readonly applications = new ApplicationStore(this.deps)
  readonly grants = new GrantStore(this.deps)
  readonly artifacts = new ArtifactStore(this.deps)

  /** Applications that a person registered, and grants that they gave. */
  readonly personalData: PersonalData = {
    read: async ({ key }) => ({
      applications: (await this.applications.list(key)).map(applicationAnswer),
      grants: (await this.grants.list(key)).map(grantAnswer),
    }),
    erase: async (tx, personKey) => {
      const oauthTx = tx.as<OAuthTables>()
      await oauthTx.deleteFrom('oauth_records').where('person_key', '=', personKey).execute()
      await oauthTx.deleteFrom('oauth_grants').where('person_key', '=', personKey).execute()
      await eraseApplications(oauthTx, personKey)
    },
  }
}
