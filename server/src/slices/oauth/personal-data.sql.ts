import type { PersonalData } from '../../kernel/personal-data.ts'
import { applicationView } from './application-handlers.ts'
import { type ApplicationStore, eraseApplications } from './applications.sql.ts'
import { grantView } from './grant-handlers.ts'
import type { GrantStore } from './grants.sql.ts'
import type { OAuthTables } from './tables.sql.ts'

/** Applications that a person registered, and grants that they gave. */
export function oauthPersonalData(stores: {
  applications: ApplicationStore
  grants: GrantStore
}): PersonalData {
  return {
    read: async ({ key }) => ({
      applications: (await stores.applications.list(key)).map(applicationView),
      grants: (await stores.grants.list(key)).map(grantView),
    }),
    erase: async (tx, personKey) => {
      const own = tx.as<OAuthTables>()
      await own.deleteFrom('oauth_records').where('person_key', '=', personKey).execute()
      await own.deleteFrom('oauth_grants').where('person_key', '=', personKey).execute()
      await eraseApplications(own, personKey)
    },
  }
}
