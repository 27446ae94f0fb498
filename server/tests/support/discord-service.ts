import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DiscordSim, startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import type { Fault } from '../../../sim/src/server/faults.ts'
import type { Database } from '../../src/kernel/database.ts'
import type { Person } from '../../src/kernel/person.ts'
import type { Upstream, UpstreamSending } from '../../src/kernel/upstream.ts'
import { prepareRequest } from '../../src/platform/upstream/request.ts'
import type { CheckKey, CheckResults } from '../../src/slices/discord/checks.ts'
import type { ConnectionStore } from '../../src/slices/discord/connections.sql.ts'
import { Connections } from '../../src/slices/discord/connections.ts'
import { DiscordApi } from '../../src/slices/discord/discord-api.ts'
import { GrantKeeper } from '../../src/slices/discord/grant-keeper.ts'
import { Guilds } from '../../src/slices/discord/guilds.ts'
import { Revocations } from '../../src/slices/discord/revocations.ts'
import { DiscordStore } from '../../src/slices/discord/store.sql.ts'
import { BACK, DISCORD_FOX, DISCORD_GUILD, REDIRECT_URI } from './discord-guild.ts'
import { findOrAddPerson } from './people.ts'
import { testUpstream } from './upstream.ts'

export interface DiscordService {
  readonly sim: DiscordSim
  readonly store: DiscordStore
  readonly person: Person
  /** The sources' values for the person; null for a source that does not answer. A test may change them. */
  readonly values: { [Key in CheckKey]: boolean | number | null }
  /** Age of the sources' answers in milliseconds. A test may change it. */
  readonly answers: { ageMs: number }
  readonly connections: Connections
  readonly revocations: Revocations
  readonly guilds: Guilds
  readonly grants: GrantKeeper
  /** Called before a request is sent, and when a caller begins to wait for a lease. */
  readonly hooks: { request?: (request: string) => Promise<void>; wait?: () => void }
  /** Requests sent to Discord so far, as method and last path segment. */
  asked(): string[]
  now(): number
  advance(ms: number): void
  /** A code as the browser brings it back. */
  code(scope?: string): string
  /** Connects the person, who is then synced. */
  connect(): Promise<void>
}

const SCOPE = 'identify guilds role_connections.write'

/**
 * The parts of the Discord slice over a simulated Discord, on a clock that the test controls.
 * @param options.fault the expected fault, which determines the deadlines.
 * @param options.username of the person, who is added if the database does not have them.
 */
export async function startDiscordService(
  t: TestContext,
  db: Database,
  { fault = null, username = 'fox' }: { fault?: Fault | null; username?: string } = {},
): Promise<DiscordService> {
  const person = await findOrAddPerson(db, username)
  const limits = { headMs: 20_000, responseMs: 20_000, maxBodyBytes: 1024 * 1024 }
  const shortLimits = {
    ...limits,
    headMs: fault === 'silent' ? 500 : 20_000,
    responseMs: fault === 'slow' ? 500 : 20_000,
  }
  let clockNow = () => 0
  const sim = await startDiscordSim({ now: () => clockNow(), users: [DISCORD_FOX], guilds: [DISCORD_GUILD] })
  t.after(() => sim.stop())
  const userAgent = 'DiscordBot (https://avatary.example, 0.1.0)'
  const options = { userAgent, limits, retry: { maxAttempts: 2 }, circuit: { maxFailures: 1000 } }
  const hooks: DiscordService['hooks'] = {}
  const underWay = new Set<Promise<unknown>>()
  const fetchHooked = async (url: string, init: RequestInit) => {
    await hooks.request?.(requestOf(init.method ?? 'GET', new URL(url).pathname))
    return await fetch(url, init)
  }
  const fetchTracked = async (url: string, init: RequestInit) => {
    const answer = fetchHooked(url, init)
    underWay.add(answer)
    return await answer.finally(() => underWay.delete(answer))
  }
  const { upstream: patient, clock, lines } = testUpstream(sim.apiUrl, { ...options, fetch: fetchTracked })
  const shortly = { ...options, clock, limits: shortLimits, fetch: fetchTracked }
  const { upstream: impatient } = testUpstream(sim.apiUrl, shortly)
  const isTimed = fault === 'slow' || fault === 'silent'
  /**
   * Deadlines are short only for requests that meet such a fault: on a busy machine, ordinary answers may miss them.
   */
  const askedFor = (path: string, request: Omit<UpstreamSending, 'schema'> = {}) => {
    const { url } = prepareRequest({ baseUrl: sim.apiUrl, userAgent }, 'GET', path, request)
    return isTimed && sim.faults.meets(new URL(url).pathname) ? impatient : patient
  }
  const upstream: Upstream = {
    name: patient.name,
    get: (path, request) => askedFor(path, request).get(path, request),
    send: (method, path, request) => askedFor(path, request).send(method, path, request),
  }
  clockNow = () => clock.now()
  const store = new DiscordStore({ db })
  const { clientId: id, clientSecret: secret, botToken } = sim
  const api = new DiscordApi({ upstream, application: { id, secret, botToken } })
  const sealer = {
    seal: (text: string, about: string) => Buffer.from(JSON.stringify([text, about])).toString('base64'),
    open: (sealed: string, about: string) => {
      const [text, sealedAbout] = JSON.parse(Buffer.from(sealed, 'base64').toString()) as [string, string]
      return sealedAbout === about ? text : null
    },
  }
  const now = () => clock.now()
  const random = () => 0.5
  /** Lets time pass until a request to Discord or a lease ends, because the database works in real time. */
  const sleep = async (ms: number) => {
    hooks.wait?.()
    clock.advance(ms)
    if (underWay.size > 0) await Promise.race(underWay).catch(() => {})
    await nextTurn()
  }
  const values: DiscordService['values'] = {
    verified: true,
    supporter: false,
    listed_avatars: 3,
    total_views: 9,
    saved_avatars: 1,
  }
  const grants = new GrantKeeper({ store: withTrackedLeases(store, underWay), api, sealer, clock, sleep })
  const answers = { ageMs: 0 }
  const readChecks = async () => {
    const atMs = now() - answers.ageMs
    const known = Object.entries(values).map(([key, value]) => [key, value === null ? null : { value, atMs }])
    return Object.fromEntries(known) as CheckResults
  }
  const log = {
    warn: (details: object, message: string) => void lines.push(JSON.stringify([details, message])),
  }
  const deps = { store, api, grants, readChecks, clock, random, sleep, log }
  const connections = new Connections(deps)
  const code = (scope = SCOPE) =>
    sim.tokens.issueCode({ sub: DISCORD_FOX.id, scope, redirectUri: REDIRECT_URI })
  return {
    sim,
    store,
    person,
    values,
    answers,
    connections,
    grants,
    hooks,
    now,
    code,
    asked: () => sim.requests.map(({ method, path }) => requestOf(method, path)),
    revocations: new Revocations(deps),
    guilds: new Guilds(deps),
    advance: ms => clock.advance(ms),
    connect: async () => void (await connections.connect(person, code(), BACK)),
  }
}

/** A store whose leases are in `underWay` until they are released. */
function withTrackedLeases(store: DiscordStore, underWay: Set<Promise<unknown>>): DiscordStore {
  const held = new Map<string, () => void>()
  const { connections } = store
  const tracked: Partial<ConnectionStore> = {
    async lease(personKey, nowMs, untilMs) {
      const connection = await connections.lease(personKey, nowMs, untilMs)
      if (connection === null) return null
      const { promise, resolve } = Promise.withResolvers<void>()
      underWay.add(promise)
      held.set(`${connection.user.id} ${untilMs}`, () => {
        underWay.delete(promise)
        resolve()
      })
      return connection
    },
    async release(discordId, untilMs) {
      await connections.release(discordId, untilMs)
      held.get(`${discordId} ${untilMs}`)?.()
    },
  }
  const get = (_: ConnectionStore, name: keyof ConnectionStore) =>
    tracked[name] ?? connections[name].bind(connections)
  return Object.create(store, { connections: { value: new Proxy(connections, { get }) } })
}

function requestOf(method: string, path: string): string {
  return `${method} ${path.split('/').at(-1)}`
}
