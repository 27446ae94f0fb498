import { backoff } from '../../kernel/backoff.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { type Checked, checkedOf, metadataOf, oldestClaimOf } from './checks.ts'
import type { ApiUser, DiscordApi } from './discord-api.ts'
import type { Grant } from './grant.ts'
import type { GrantKeeper, WithGrant } from './grant-keeper.ts'
import type { Owner, ReadChecks } from './ports.ts'
import type { DiscordStore } from './store.sql.ts'
import type { Connection, DiscordUser } from './store.ts'

const HOUR_MS = 3_600_000
/** Syncs in the background: well before claims expire, spread so that they don't come at once. */
const RESYNC_MS = 18 * HOUR_MS
export const LONGEST_RETRY_MS = 6 * HOUR_MS
const RETRY = { firstMs: 10 * 60_000, longestMs: LONGEST_RETRY_MS, chance: 0.5 }
/** How long somebody may think about taking an account from another one. */
const TAKEOVER_MS = 10 * 60_000

export type Synced = { readonly kind: 'synced' } | Exclude<WithGrant<never>, { kind: 'ok' }>

/** What came of a code that the browser brought back. */
export type Connected =
  | { readonly kind: 'connected' }
  /** Another account here has it; nothing has moved, and the session may confirm that it does. */
  | { readonly kind: 'taken' }
  /** The user left out something that we cannot do without. */
  | { readonly kind: 'incomplete' }
  /** Discord took the grant back at once, as when an earlier one of the account was just being given back. */
  | { readonly kind: 'lost' }
  | Exclude<UpstreamAnswer<never>, { kind: 'ok' }>

export interface ConnectionsDeps {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly grants: GrantKeeper
  readonly readChecks: ReadChecks
  readonly now: () => number
  /** From 0 up to, but not, 1. */
  readonly random: () => number
}

/** Connecting Discord accounts, and telling Discord what the checks say. */
export class Connections {
  readonly #deps: ConnectionsDeps

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps
  }

  /** Null also for one whose grant cannot be opened, as its key is gone: it may be connected anew. */
  async find(personKey: number): Promise<Connection | null> {
    return (await this.#deps.grants.find(personKey))?.connection ?? null
  }

  /** The account that a session may take from somebody else, when it waits for that. */
  async taken(sessionId: string): Promise<DiscordUser | null> {
    const { store, now } = this.#deps
    return (await store.takeover(sessionId, now()))?.user ?? null
  }

  /**
   * Turns a code into a connection, then syncs it; a sync that fails is done again in the background. What somebody
   * else has waits for `confirm`: its grant is kept until then, and not revoked, as that would end theirs as well.
   *
   * @param back.redirectUri the one of the authorization request.
   * @param back.sessionId of whoever came back from Discord.
   */
  async connect(
    person: Owner,
    code: string,
    { redirectUri, sessionId }: { redirectUri: string; sessionId: string },
  ): Promise<Connected> {
    const { store, api, grants, now } = this.#deps
    const exchanged = await api.exchangeCode(code, redirectUri, now())
    if (exchanged.kind !== 'ok') return exchanged
    const { grant, scope } = exchanged.value
    const user = isComplete(scope) ? await api.user(grant) : ({ kind: 'incomplete' } as const)
    if (user.kind !== 'ok') {
      await api.revoke(grant)
      return user
    }
    const proven = {
      personKey: person.key,
      user: userOf(user.value),
      sealedGrant: grants.seal(user.value.id, grant),
    }
    if (await store.connect(person.key, proven.user, proven.sealedGrant, now()))
      return await this.#begun(person)
    await store.addTakeover(sessionId, proven, now() + TAKEOVER_MS)
    return { kind: 'taken' }
  }

  /** Moves the account that waits for this session to the person; null when none does. */
  async confirm(person: Owner, sessionId: string): Promise<Connected | null> {
    const { store, now } = this.#deps
    const takeover = await store.takeTakeover(sessionId, now())
    if (takeover === null || takeover.personKey !== person.key) return null
    await store.connect(person.key, takeover.user, takeover.sealedGrant, now(), { isConfirmed: true })
    return await this.#begun(person)
  }

  async #begun(person: Owner): Promise<Connected> {
    const { kind } = await this.sync(person)
    return { kind: kind === 'not_connected' ? 'lost' : 'connected' }
  }

  /**
   * Asks who it is, reads the checks afresh, and replaces what Discord holds of them: what cannot be confirmed any
   * more is thereby cleared (spec, "States": chat connection).
   */
  async sync(person: Owner): Promise<Synced> {
    const { store, grants, random, now } = this.#deps
    const answer = await grants.use(person.key, grant => this.#tell(person, grant))
    if (answer.kind === 'ok') {
      const atMs = now()
      const { user, checked, isWhole } = answer.value
      const pauseMs = isWhole ? pauseAfter(checked, atMs) : HOUR_MS
      const dueAtMs = Math.round(atMs + pauseMs * (0.9 + 0.2 * random()))
      const isSaved = await store.saveSync(person.key, user, { checked, atMs, dueAtMs })
      return isSaved ? { kind: 'synced' } : { kind: 'not_connected' }
    }
    if (answer.kind !== 'not_connected') await this.#postpone(person.key, answer)
    return answer
  }

  async #tell(person: Owner, grant: Grant): Promise<WithGrant<Told>> {
    const { api, grants, readChecks } = this.#deps
    const asked = await api.user(grant)
    if (asked.kind !== 'ok') return asked
    const user = userOf(asked.value)
    const read = await readChecks(person, user.id)
    return await grants.leased(person.key, async connection => {
      if (connection.user.id !== user.id) return { kind: 'not_connected' }
      const checked = checkedOf(read, connection.checked, this.#deps.now())
      const told = await api.putRoleConnection(grant, person.username, metadataOf(checked))
      return told.kind === 'ok' ? { ...told, value: { user, checked, isWhole: isWhole(read) } } : told
    })
  }

  async #postpone(personKey: number, answer: UpstreamAnswer): Promise<void> {
    const { store, random, now } = this.#deps
    const tries = (await store.find(personKey))?.tries ?? 0
    await store.postpone(personKey, now() + retryAfter(tries, answer, random()))
  }
}

interface Told {
  readonly user: DiscordUser
  readonly checked: Checked
  /** Whether every source answered; else it is asked again soon. */
  readonly isWhole: boolean
}

function isWhole(read: Checked): boolean {
  return Object.values(read).every(known => known !== null)
}

/** Milliseconds until the next sync: an answer that was old already is asked for again the sooner. */
function pauseAfter(checked: Checked, nowMs: number): number {
  const ageMs = nowMs - (oldestClaimOf(checked) ?? nowMs)
  return Math.max(RESYNC_MS - ageMs, HOUR_MS)
}

/** Milliseconds until something is tried again that failed so often before, and this time with this answer. */
export function retryAfter(tries: number, answer: UpstreamAnswer, random: number): number {
  const pause = backoff(tries + 1, RETRY, random)
  const wanted = 'retryAfterMs' in answer ? (answer.retryAfterMs ?? 0) : 0
  return Math.round(Math.max(pause, wanted))
}

function isComplete(scope: string): boolean {
  const granted = scope.split(' ')
  return ['identify', 'guilds', 'role_connections.write'].every(wanted => granted.includes(wanted))
}

function userOf({ id, username, avatar = null }: ApiUser): DiscordUser {
  return { id, username, avatar }
}
