import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type CommunitySim, startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import type { CommunityPerson } from '../../../sim/src/community/people.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { TestApp } from './app.ts'
import { Browser } from './browser.ts'
import { afterwards } from './cleanup.ts'

export const PLAYER: CommunityPerson = {
  sub: 'player-1',
  username: 'momo',
  name: 'Momo',
  email: 'momo@example.org',
}

export const ADMIN: CommunityPerson = { sub: 'admin-1', username: 'admin', name: 'Admin' }

/** @param id of the platform account; default: the author of invented avatars. */
export function creator(id = 'usr_11111111-1111-4111-8111-111111111111', number = 1): CommunityPerson {
  const name = `Creator ${number}`
  const account = { id, display_name: name, verified: true }
  return { sub: `creator-${number}`, username: `creator${number}`, name, platform_account: account }
}

/** A simulated community site until the end of the test, and the environment of an app that uses it. */
export async function startCommunity(
  t: TestContext,
  people: Iterable<CommunityPerson> = [PLAYER, ADMIN, creator()],
  clock: Clock = systemClock,
): Promise<{ sim: CommunitySim; env: Record<string, string> }> {
  const sim = await startCommunitySim({ now: () => clock.now(), people })
  afterwards(t, () => sim.stop())
  return { sim, env: communityEnv(sim) }
}

/** The environment, in which `ADMIN` is an administrator. */
export function communityEnv(sim: CommunitySim): Record<string, string> {
  return {
    COMMUNITY_URL: sim.origin,
    COMMUNITY_CLIENT_ID: sim.clientId,
    COMMUNITY_CLIENT_SECRET: sim.clientSecret,
    ADMIN_USER_IDS: ADMIN.sub,
  }
}

/** A signed-in person: requests carry their cookie, and writes our own origin. */
export interface SignedInBrowser {
  readonly browser: Browser
  /** `avatary_session=…` */
  readonly cookie: string
  /** Sends requests like a page of the site; paths are relative to the interface: `get('/account/summary')`. */
  get(path: string, init?: RequestInit): Promise<Response>
  put(path: string, body?: unknown): Promise<Response>
  post(path: string, body?: unknown): Promise<Response>
  patch(path: string, body?: unknown): Promise<Response>
  delete(path: string, body?: unknown): Promise<Response>
}

/** An app or a process, with the URL where it listens and its public URL. */
interface Site {
  readonly origin: string
  readonly config: { readonly http: Pick<TestApp['config']['http'], 'publicUrl'> }
}

/** Signs in a person of the simulated community site through the real flow. */
export async function signIn(
  app: Site,
  person: Pick<CommunityPerson, 'sub'>,
  browser: Browser = new Browser(app.origin),
): Promise<SignedInBrowser> {
  const back = await browser.go(await consentTo(app, person, browser))
  assert.deepEqual([back.status, back.headers.get('location')], [303, '/'], 'nobody was signed in')
  return asSignedIn(app, browser)
}

/**
 * Goes to the community site and consents.
 * @returns the URL to which it sends the browser back.
 */
export async function consentTo(
  app: Site,
  { sub }: Pick<CommunityPerson, 'sub'>,
  browser: Browser,
  returnTo = '/',
): Promise<string> {
  const beginAnswer = await browser.go(`/api/login?${new URLSearchParams({ returnTo })}`)
  assert.equal(beginAnswer.status, 303)
  const consent = new URL(beginAnswer.headers.get('location')!)
  consent.searchParams.set('person', sub)
  const answer = await fetch(consent, { redirect: 'manual' })
  assert.equal(answer.status, 302)
  return onSite(app, answer.headers.get('location')!)
}

/** Translates a public URL of the app to where it listens in the test. */
export function onSite({ origin, config }: Site, address: string): string {
  assert.ok(address.startsWith(`${config.http.publicUrl}/`), address)
  return origin + address.slice(config.http.publicUrl.length)
}

export function asSignedIn({ config }: Site, browser: Browser): SignedInBrowser {
  const write = (method: string) => (path: string, body?: unknown) =>
    browser.go(`/api${path}`, {
      method,
      headers: {
        Origin: config.http.publicUrl,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    browser,
    cookie: browser.cookies(),
    get: (path, init) => browser.go(`/api${path}`, init),
    put: write('PUT'),
    post: write('POST'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  }
}
