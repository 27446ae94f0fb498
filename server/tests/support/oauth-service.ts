import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { loadConfig } from '../../src/config/config.ts'
import { failure } from '../../src/kernel/answer.ts'
import type { Database } from '../../src/kernel/database.ts'
import type { Identify, Person } from '../../src/kernel/person.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { Metrics } from '../../src/platform/metrics.ts'
import { createAuthorizationServer } from '../../src/platform/oauth/authorization-server.ts'
import { Readiness } from '../../src/platform/process/readiness.ts'
import { startProcess } from '../../src/platform/process/start-process.ts'
import { randomToken } from '../../src/platform/random.ts'
import type { Application, Owner } from '../../src/slices/oauth/applications.ts'
import { newClient } from '../../src/slices/oauth/new-client.ts'
import { type OpenOAuthDeps, openOAuth } from '../../src/slices/oauth/open.ts'
import { OAuthStore } from '../../src/slices/oauth/store.sql.ts'
import { afterwards } from './cleanup.ts'
import { ManualClock } from './manual-clock.ts'
import { copyMigratedSqlite, IN_THIS_THREAD } from './migrated.ts'
import { insertUser } from './oauth-users.ts'
import { SOMEBODY } from './somebody.ts'
import { tempFolder } from './temp-folder.ts'

/** Address of the service for its clients; requests to it go to a free port of this machine. */
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
const PEOPLE = [FOX, WOLF]

export interface OAuthService {
  readonly clock: ManualClock
  readonly store: OAuthStore
  readonly db: Database
  /** Lines of the log. */
  readonly lines: string[]
  /** Address for clients with their own HTTP: `http://127.0.0.1:port`. */
  readonly address: string
  /** Asks at `ORIGIN`, following no redirect. */
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** The same, as somebody who is signed in, from a page of ours. */
  as(person: Person): (path: string, init?: RequestInit) => Promise<Response>
  /** Registers an application, by default for operators. */
  register(
    details?: Partial<Pick<Application, 'kind' | 'redirectUris' | 'name' | 'siteUrl'>>,
    owner?: Owner,
  ): Promise<Registered>
}

export interface Registered {
  readonly clientId: string
  readonly secret: string
  readonly redirectUri: string
}

export interface OAuthServiceOptions {
  db?: Database
  limits?: Partial<Record<'global' | 'read' | 'writes', number>>
  /** The community site's answer about a person; it knows the person when absent. */
  profiles?: OpenOAuthDeps['profiles']
}

const KNOWN_TO_ALL: OpenOAuthDeps['profiles'] = {
  fresh: async key => ({ kind: 'fresh', person: { ...SOMEBODY, key }, checkedAtMs: 0 }),
}

/** The OAuth provider behind our HTTP layer until the end of the test; a cookie with a person's key signs in. */
export async function startOAuth(t: TestContext, options: OAuthServiceOptions = {}): Promise<OAuthService> {
  const clock = new ManualClock()
  const db = options.db ?? (await openSqlite(t))
  for (const person of PEOPLE) await insertUser(db, person)
  const loaded = loadConfig({ PUBLIC_URL: ORIGIN, HOST: '127.0.0.1', PORT: '0' })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const lines: string[] = []
  const log = createLog({ level: 'debug', output: { write: line => void lines.push(line) } })
  const findPerson = async (key: number) => PEOPLE.find(person => person.key === key) ?? null
  const emailOf = async (key: number) => `${(await findPerson(key))?.username}@example.org`
  const oauth = openOAuth({
    randomToken,
    createServer: createAuthorizationServer,
    db,
    config: loaded.config,
    clock,
    identify,
    findPerson,
    emailOf,
    profiles: options.profiles ?? KNOWN_TO_ALL,
  })
  const { config } = loaded
  const { port, ready, stop } = await startProcess([oauth], 'all', {
    config: { ...config, limits: { ...config.limits, ...options.limits } },
    clock,
    log,
    metrics: new Metrics(),
    readiness: new Readiness(),
    identify,
    adminGuard: async () => failure('admin_token_required'),
  })
  afterwards(t, () => stop())
  await ready
  const store = new OAuthStore({ db })
  const address = `http://127.0.0.1:${port}`
  const ask = (url: string, init: RequestInit = {}) =>
    fetch(url.replace(ORIGIN, address), { redirect: 'manual', ...init })
  let count = 0
  return {
    clock,
    store,
    db,
    lines,
    address,
    fetch: ask,
    as:
      person =>
      (path, init = {}) => {
        const headers = { cookie: cookieOf(person), origin: ORIGIN, ...init.headers }
        return ask(path.startsWith('http') ? path : ORIGIN + path, { ...init, headers })
      },
    register: async (details = {}, owner = 'operators') => {
      const { kind = 'public', redirectUris = ['https://app.example/callback'] } = details
      const { name = 'Lantern Board', siteUrl = 'https://app.example/' } = details
      const randomToken = () => `test-${++count}`
      const given = { name, siteUrl, kind, redirectUris }
      const { client, secret } = newClient(given, { nowMs: clock.now(), randomToken })
      await store.applications.create(client, owner)
      return { clientId: client.clientId, secret: secret ?? '', redirectUri: redirectUris[0]! }
    },
  }
}

async function openSqlite(t: TestContext): Promise<Database> {
  const folder = tempFolder('oauth')
  afterwards(t, () => folder.remove())
  const path = join(folder.path, 'oauth.sqlite')
  await copyMigratedSqlite(path)
  const db = await openDatabase(path, IN_THIS_THREAD)
  afterwards(t, () => db.close())
  return db
}

/** A session as its cookie: whose it is, and which. */
export function cookieOf({ key, by }: Person): string {
  return `avatary_session=${key}.${by.id}`
}

const identify: Identify = async ({ headers }) => {
  const [, key, id] = /avatary_session=(\d+)\.([\w-]+)/.exec(headers.cookie ?? '') ?? []
  const person = PEOPLE.find(one => String(one.key) === key)
  return person === undefined || id === undefined ? null : { ...person, by: { kind: 'session', id } }
}

/** The body of an answer that is an object. */
export async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>
}
