import type { TestContext } from 'node:test'
import type { Database } from '../../src/kernel/database.ts'
import type { Person } from '../../src/kernel/person.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { IdentityTables } from '../../src/slices/identity/tables.sql.ts'
import type { Application, OwnerKey } from '../../src/slices/oauth/applications.ts'
import { newClient } from '../../src/slices/oauth/secrets.ts'
import { OAuthStore } from '../../src/slices/oauth/store.sql.ts'
import { startTestApp } from './app.ts'
import { afterwards } from './cleanup.ts'
import { ManualClock } from './manual-clock.ts'
import { IN_THIS_THREAD } from './migrated.ts'
import { newSession } from './people.ts'
import { recordLog } from './record-log.ts'
import { SOMEBODY } from './somebody.ts'

/** The service's public origin. Requests to it are sent to a free port of this machine. */
export const ORIGIN = 'https://avatary.test'
export const ISSUER = `${ORIGIN}/api`

export const FOX: Person = { ...SOMEBODY, key: 1, by: { kind: 'session', id: 'session-of-fox' } }
export const WOLF: Person = {
  ...SOMEBODY,
  key: 2,
  id: 'sub-2',
  username: 'wolf',
  name: 'Wolf',
  by: { kind: 'session', id: 'session-of-wolf' },
}

export interface OAuthService {
  readonly clock: ManualClock
  readonly store: OAuthStore
  /** A connection of the test's own to the app's database. */
  readonly db: Database
  /** Lines of the log. */
  readonly lines: string[]
  /** URL for clients with an HTTP stack of their own: `http://127.0.0.1:port`. */
  readonly address: string
  /** Fetches a URL at `ORIGIN` without following redirects. */
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** Like `fetch`, as a signed-in person, from a page of ours. */
  as(person: Person): (path: string, init?: RequestInit) => Promise<Response>
  /** Registers an application; by default as an operator's. */
  register(
    details?: Partial<Pick<Application, 'kind' | 'redirectUris' | 'name' | 'siteUrl'>>,
    owner?: OwnerKey,
  ): Promise<Registered>
}

export interface Registered {
  readonly clientId: string
  readonly secret: string
  readonly redirectUri: string
}

export interface OAuthServiceOptions {
  /** URL of the database; default: a new SQLite file. */
  url?: string
  env?: Record<string, string>
}

/** The whole app until the end of the test, and two people whose sessions are in its database. */
export async function startOAuth(
  t: TestContext,
  { url, env = {} }: OAuthServiceOptions = {},
): Promise<OAuthService> {
  const clock = new ManualClock()
  const { log, lines } = recordLog('debug')
  const app = await startTestApp({
    env: { PUBLIC_URL: ORIGIN, ...(url && { DATABASE_URL: url }), ...env },
    log,
    clock,
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  const db = await openDatabase(app.config.data.databaseUrl, IN_THIS_THREAD)
  afterwards(t, () => db.close())
  return await oauthServiceOver({
    db,
    clock,
    lines,
    address: app.origin,
    cookieFor: person => newSession(db, person, clock.now()),
  })
}

type Served = Pick<OAuthService, 'db' | 'clock' | 'lines' | 'address'> & {
  /**
   * Signs a person in.
   * @returns their cookie.
   */
  cookieFor(person: Person): Promise<string>
}

/** A running provider with the helpers of these tests. */
export async function oauthServiceOver({ cookieFor, ...served }: Served): Promise<OAuthService> {
  const { db, clock, address } = served
  for (const person of [FOX, WOLF]) await insertUser(db, person)
  const store = new OAuthStore({ db })
  const ask = (url: string, init: RequestInit = {}) =>
    fetch(url.replace(ORIGIN, address), { redirect: 'manual', ...init })
  return {
    ...served,
    store,
    fetch: ask,
    as:
      person =>
      async (path, init = {}) => {
        const headers = { cookie: await cookieFor(person), origin: ORIGIN, ...init.headers }
        return await ask(path.startsWith('http') ? path : ORIGIN + path, { ...init, headers })
      },
    register: registrationAt(store, clock),
  }
}

function registrationAt(store: OAuthStore, clock: ManualClock): OAuthService['register'] {
  let count = 0
  const randomToken = () => `test-${++count}`
  return async (details = {}, owner = 'operators') => {
    const { kind = 'public', redirectUris = ['https://app.example/callback'] } = details
    const { name = 'Lantern Board', siteUrl = 'https://app.example/' } = details
    const input = { name, siteUrl, kind, redirectUris }
    const { client, secret } = newClient(input, { nowMs: clock.now(), randomToken })
    await store.applications.create(client, owner)
    return { clientId: client.clientId, secret: secret ?? '', redirectUri: redirectUris[0]! }
  }
}

/** Inserts a user whose answer of the community site stays fresh, because that site does not run here. */
async function insertUser(db: Database, { key, id, username, name }: Person): Promise<void> {
  const told = { id, username, name, email: `${username}@example.org` }
  const moments = {
    token_until_ms: 0,
    created_at_ms: 0,
    seen_at_ms: 0,
    profile_checked_at_ms: Date.UTC(9999, 0),
    profile_asked_at_ms: 0,
  }
  await db.tables<IdentityTables>().transact(tx =>
    tx
      .insertInto('users')
      .values({ key, ...told, ...moments })
      .execute(),
  )
}

/** The body of an answer, which must be an object. */
export async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>
}
