import { DAY_MS } from '../kernel/days.ts'
import { randomToken } from '../platform/random.ts'
import { newClient, OAuthStore } from '../slices/oauth/index.ts'
import type { FillDeps } from './deps.ts'

const REDIRECT_URI = 'http://127.0.0.1/callback'

/** Registers one application of a person, and one of operators that the person has allowed. */
export async function loadDemoApplications(personKey: number, { db, nowMs }: FillDeps): Promise<void> {
  const oauth = new OAuthStore({ db })
  const creation = { nowMs: nowMs - 20 * DAY_MS, randomToken }
  const details = { siteUrl: null, redirectUris: [REDIRECT_URI] }
  const ownApplication = newClient({ ...details, name: 'Lantern Board', kind: 'confidential' }, creation)
  const companion = newClient({ ...details, name: 'World Companion', kind: 'public' }, creation)
  await oauth.applications.create(ownApplication.client, personKey)
  await oauth.applications.create(companion.client, 'operators')
  const { clientId } = companion.client
  await oauth.grants.allow({ personKey, clientId, scopes: ['identify'] }, nowMs - 3 * DAY_MS)
}
