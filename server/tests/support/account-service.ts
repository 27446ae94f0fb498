import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { CatalogStore } from '../../src/avatars/store.ts'
import type { CatalogView } from '../../src/avatars/view.ts'
import { openCatalogParts } from '../../src/catalog-parts.ts'
import { openOutside } from '../../src/composition/outside.ts'
import { composeReadModel } from '../../src/composition/read-model.ts'
import { loadConfig } from '../../src/config/config.ts'
import { failure } from '../../src/kernel/answer.ts'
import type { Database } from '../../src/kernel/database.ts'
import type { Identify, Person } from '../../src/kernel/person.ts'
import type { PersonalData } from '../../src/kernel/personal-data.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { Metrics } from '../../src/platform/metrics.ts'
import type { Part } from '../../src/platform/process/part.ts'
import { Readiness } from '../../src/platform/process/readiness.ts'
import { startProcess } from '../../src/platform/process/start-process.ts'
import { openAccount } from '../../src/slices/account/index.ts'
import { openEvents } from '../../src/slices/events/index.ts'
import { keyHandlers } from '../../src/slices/identity/keys/handlers.ts'
import { KeyOwners } from '../../src/slices/identity/keys/key-owners.ts'
import { KeyStore } from '../../src/slices/identity/keys/store.sql.ts'
import { identityPersonalData } from '../../src/slices/identity/personal-data.sql.ts'
import { IdentityStore } from '../../src/slices/identity/store.sql.ts'
import { NO_COUNTING } from '../../src/slices/tracking/index.ts'
import { afterwards } from './cleanup.ts'
import { INVENTED_AVATARS } from './invented-avatars.ts'
import { ManualClock } from './manual-clock.ts'
import { copyMigratedSqlite } from './migrated.ts'
import { newPerson } from './people.ts'
import { tempFolder } from './temp-folder.ts'

export const ORIGIN = 'https://avatary.test'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Of JSON; null of anything else. */
  readonly body: Record<string, unknown>
}

/** @param body sent as JSON; text is sent as it is. */
export type Asks = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>

/** Accounts over a catalog behind our HTTP layer, in one process. */
export interface AccountService {
  readonly clock: ManualClock
  readonly db: Database
  readonly store: CatalogStore
  readonly view: CatalogView
  readonly baseUrl: string
  /** What was logged, line by line. */
  readonly lines: string[]
  /** Somebody who is signed in; new, unless another service over the same database knows the name. */
  person(username: string): Promise<{ person: Person; ask: Asks }>
  /** As whoever the headers say. */
  readonly ask: Asks
}

export interface AccountServiceOptions {
  /** Of a database that another service has, too, or of another engine. */
  url?: string
  limits?: Partial<Record<'global' | 'read' | 'writes', number>>
  personalData?: readonly PersonalData[]
  clock?: ManualClock
  /** Who can sign in, by username; shared by services over one database. */
  people?: Map<string, Person>
}

/** Starts accounts until the end of the test; the cookie holds a username, which is all that signing in takes here. */
export async function startAccounts(
  t: TestContext,
  {
    url,
    limits = {},
    personalData = [],
    clock = new ManualClock(),
    people = new Map(),
  }: AccountServiceOptions = {},
): Promise<AccountService> {
  const folder = tempFolder('accounts')
  afterwards(t, () => folder.remove())
  const path = join(folder.path, 'avatary.sqlite')
  await copyMigratedSqlite(path)
  const db = await openDatabase(url ?? path, { synchronous: 'off' })
  afterwards(t, () => db.close())
  const loaded = loadConfig({ PUBLIC_URL: ORIGIN, DATA_DIR: folder.path, HOST: '127.0.0.1', PORT: '0' })
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const { config } = loaded
  const lines: string[] = []
  const log = createLog({ level: 'debug', output: { write: line => void lines.push(line) } })
  const metrics = new Metrics()
  const given = { db, config, clock, log, metrics }
  const outside = { ...given, ...openOutside(given) }
  const readModel = composeReadModel(outside)
  const { store, view, catchUp } = readModel
  const base = { ...outside, store, view, catchUp }
  const catalog = openCatalogParts(base, NO_COUNTING)
  await store.saveMany(INVENTED_AVATARS, clock.now())

  const findPerson = async (key: number) => [...people.values()].find(person => person.key === key) ?? null
  const signedOutHeaders = { 'Set-Cookie': 'avatary_session=; Max-Age=0' }
  const keys = new KeyStore({ db })
  const keyOwners = new KeyOwners({ keys, findPerson, clock })
  const identityStore = new IdentityStore({ db })
  const own = identityPersonalData({ store: identityStore, keys, clock })
  const deleteAccount = identityStore.deleteAccount.bind(identityStore)
  const account = openAccount({
    ...base,
    personalData: [own, ...personalData],
    signedOutHeaders,
    deleteAccount,
  })
  const ownKeys = { handlers: keyHandlers({ ...base, keys }) }
  const identify: Identify = async ({ headers }, { acceptsKey }) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    if (token !== undefined) return acceptsKey ? await keyOwners.ownerOf(token) : null
    const person = people.get(/avatary_session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '')
    return person ?? null
  }

  const parts: readonly Part[] = [
    ...readModel.parts,
    ...Object.values(catalog),
    account,
    ownKeys,
    openEvents(base),
  ]
  const { port, ready, stop, jobs } = await startProcess(parts, 'all', {
    ...base,
    config: { ...config, limits: { ...config.limits, writes: 0, ...limits } },
    readiness: new Readiness(),
    identify,
    adminGuard: async () => failure('admin_token_required'),
  })
  afterwards(t, () => stop())
  await ready
  afterwards(t, clock.watch(jobs.length))

  const baseUrl = `http://127.0.0.1:${port}/api`
  const ask: Asks = (method, path, body, headers = {}) => send(baseUrl + path, method, body, headers)
  const person = async (username: string) => {
    const made = people.get(username) ?? (await newPerson(db, username))
    people.set(username, made)
    const cookie = `avatary_session=${username}`
    const asks: Asks = (method, path, body, headers = {}) =>
      ask(method, path, body, { cookie, origin: ORIGIN, ...headers })
    return { person: made, ask: asks }
  }
  return { clock, db, store, view, baseUrl, lines, person, ask }
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
