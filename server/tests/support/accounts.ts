import type { TestContext } from 'node:test'
import type { CatalogStore } from '../../src/avatars/store.sql.ts'
import { catalogStore } from '../../src/composition/database.ts'
import type { Database } from '../../src/kernel/database.ts'
import type { Person } from '../../src/kernel/person.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startTestApp, type TestApp } from './app.ts'
import { afterwards } from './cleanup.ts'
import { INVENTED_AVATARS } from './invented-avatars.ts'
import { ManualClock } from './manual-clock.ts'
import { IN_THIS_THREAD } from './migrated.ts'
import { findOrAddPerson, newSession } from './people.ts'
import { recordLog } from './record-log.ts'

export const ORIGIN = 'https://avatary.test'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON; empty when the body is something else. */
  readonly body: Record<string, unknown>
}

/** @param body sent as JSON; a string is sent unchanged. */
export type Asks = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>

export interface SavedAvatar {
  readonly id: string
  readonly name: string
  readonly imageUrl: string
  readonly groupId: string | null
  readonly available: boolean
  readonly likes: number
}

export async function favoritesOf(ask: Asks): Promise<SavedAvatar[]> {
  return (await ask('GET', '/favorites')).body.avatars as SavedAvatar[]
}

export async function savedIdsOf(ask: Asks): Promise<string[]> {
  return (await favoritesOf(ask)).map(({ id }) => id)
}

/** A person who is signed in without the community site. */
interface Visitor {
  readonly person: Person
  readonly cookie: string
  readonly ask: Asks
}

/** The whole app, and people whose sessions are in its database. */
export interface AccountSite {
  readonly app: TestApp
  readonly clock: ManualClock
  /** A connection of the test's own to the app's database. */
  readonly db: Database
  readonly store: CatalogStore
  /** Lines of the log. */
  readonly lines: string[]
  /** A signed-in person, who is created unless the database has the name. */
  person(username: string): Promise<Visitor>
  /** Sends a request with the given credentials in its headers. */
  readonly ask: Asks
  /** The number of likes that an avatar shows. */
  likesOf(id: string): Promise<number>
}

export interface AccountSiteOptions {
  /** URL of a database that another app shares, or of another engine. */
  url?: string
  env?: Record<string, string>
}

/** Starts the app with invented avatars until the end of the test. There are no rate limits but those in `env`. */
export async function startAccounts(
  t: TestContext,
  { url, env = {} }: AccountSiteOptions = {},
): Promise<AccountSite> {
  const clock = new ManualClock()
  const { log, lines } = recordLog('debug')
  const app = await startTestApp({
    avatars: INVENTED_AVATARS,
    env: { PUBLIC_URL: ORIGIN, RATE_LIMIT_WRITES: '0', ...(url && { DATABASE_URL: addressOf(url) }), ...env },
    log,
    clock,
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  const db = await openDatabase(app.config.data.databaseUrl, IN_THIS_THREAD)
  afterwards(t, () => db.close())

  const ask: Asks = (method, path, body, headers = {}) =>
    send(`${app.origin}/api${path}`, method, body, headers)
  const person = async (username: string): Promise<Visitor> => {
    const person = await findOrAddPerson(db, username)
    const cookie = await newSession(db, person, clock.now())
    const asks: Asks = (method, path, body, headers = {}) =>
      ask(method, path, body, { cookie, origin: ORIGIN, ...headers })
    return { person, cookie, ask: asks }
  }
  const likesOf = async (id: string) => {
    const { avatars } = (await app.getJson(`/avatars/search?q=${id}`)) as { avatars: { likes: number }[] }
    return avatars[0]!.likes
  }
  return { app, clock, db, store: catalogStore(db), lines, person, ask, likesOf }
}

function addressOf(url: string): string {
  return url.startsWith('postgres') ? url : `sqlite:${url}`
}

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const isSent = body !== undefined
  const response = await fetch(url, {
    method,
    headers: { ...(isSent && { 'Content-Type': 'application/json' }), ...headers },
    ...(isSent && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
}
