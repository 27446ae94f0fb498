import { DAY_MS } from '../kernel/days.ts'
import { randomToken } from '../platform/random.ts'
import { newClient, OAuthStore } from '../slices/oauth/index.ts'
import type { FillDeps } from './deps.ts'

const ADDRESS = 'http://127.0.0.1/callback'

/** Registers one application of a person, and one of operators that the person has allowed. */
export async function loadDemoApplications(person: number, { db, nowMs }: FillDeps): Promise<void> {
  const oauth = new OAuthStore({ db })
  const creation = { nowMs: nowMs - 20 * DAY_MS, randomToken }
  const details = { siteUrl: null, redirectUris: [ADDRESS] }
  const ownApplication = newClient({ ...details, name: 'Lantern Board', kind: 'confidential' }, creation)
  const companion = newClient({ ...details, name: 'World Companion', kind: 'public' }, creation)
  await oauth.applications.create(ownApplication.client, person)
  await oauth.applications.create(companion.client, 'operators')
  const { clientId } = companion.client
  await oauth.grants.allow({ personKey: person, clientId, scopes: ['identify'] }, nowMs - 3 * DAY_MS)
}
