import { backoffMs } from '../../kernel/backoff.ts'
import { AccountGoneError } from '../../kernel/person.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { REQUIRED_SCOPES } from './authorize-url.ts'
import { type CheckResults, mergeResults, metadataOf, oldestClaimOf } from './checks.ts'
import type { DiscordDeps } from './deps.ts'
import type { ApiUser, Grant } from './discord-api.ts'
import type { GrantOutcome } from './grant-keeper.ts'
import type { CheckedPerson } from './read-checks.ts'
import type { Connection, DiscordUser } from './store.ts'

/** Pause between background syncs; well below the 24 hours after which claims expire. */
const RESYNC_MS = 18 * HOUR_MS
export const MAX_RETRY_MS = 6 * HOUR_MS
const RETRY_PAUSES = { firstMs: 10 * MINUTE_MS, longestMs: MAX_RETRY_MS, randomShare: 0.5 }
const TAKEOVER_MS = 10 * MINUTE_MS

export type SyncOutcome = { readonly kind: 'synced' } | Exclude<GrantOutcome<never>, { kind: 'ok' }>

export type ConnectOutcome =
  | { readonly kind: 'connected' }
  /** Another account here is connected to it; nothing changes until the session confirms. */
  | { readonly kind: 'taken' }
  /** The user did not allow a required scope. */
  | { readonly kind: 'incomplete' }
  /** Discord revoked the grant at once, which happens while an earlier grant of the account is being revoked. */
  | { readonly kind: 'lost' }
  | Exclude<UpstreamAnswer<never>, { kind: 'ok' }>

/** Connects Discord accounts, and sends the results of the checks to Discord. */
export class Connections {
  readonly #deps: DiscordDeps

  constructor(deps: DiscordDeps) {
    this.#deps = deps
  }

  /** Also null when the grant cannot be opened, so that the person can connect again. */
  async find(personKey: number): Promise<Connection | null> {
    return (await this.#deps.grants.find(personKey))?.connection ?? null
  }

  /** The account that this session may take from another person by confirming; null for none. */
  async findTakeover(sessionId: string): Promise<DiscordUser | null> {
    const { store, clock } = this.#deps
    return (await store.consents.findTakeover(sessionId, clock.now()))?.user ?? null
  }

  /**
   * Exchanges an authorization code for a connection and syncs it; a failed sync is retried in the background. If
   * another person has the account, the grant is kept for `confirm`, because revoking it would end that person's grant,
   * too. If the person's account was deleted in the meantime, the grant is revoked in the background.
   *
   * @param callback.redirectUri the one of the authorization request.
   * @param callback.sessionId the session in which the browser returned from Discord.
   */
  async connect(
    person: CheckedPerson,
    code: string,
    { redirectUri, sessionId }: { redirectUri: string; sessionId: string },
  ): Promise<ConnectOutcome> {
    const { store, api, grants, clock } = this.#deps
    const tokenAnswer = await api.exchangeCode(code, redirectUri, clock.now())
    if (tokenAnswer.kind !== 'ok') return tokenAnswer
    const { grant, scope } = tokenAnswer.value
    const userAnswer = hasScopes(scope) ? await api.getUser(grant) : ({ kind: 'incomplete' } as const)
    if (userAnswer.kind !== 'ok') {
      await api.revoke(grant)
      return userAnswer
    }
    const user = userOf(userAnswer.value)
    const sealedGrant = grants.seal(user.id, grant)
    const outcome = await store.connections
      .connect(person.key, user, sealedGrant, clock.now())
      .catch(async (error: unknown) => {
        if (error instanceof AccountGoneError) await store.revocations.add(user.id, sealedGrant, clock.now())
        throw error
      })
    if (outcome.kind === 'connected') return await this.#syncNew(person)
    const takeover = { personKey: person.key, user, sealedGrant }
    await store.consents.addTakeover(sessionId, takeover, clock.now() + TAKEOVER_MS)
    return outcome
  }

  /** Gives the account of the session's takeover to the person; null when there is no takeover. */
  async confirm(person: CheckedPerson, sessionId: string): Promise<ConnectOutcome | null> {
    const { store, clock } = this.#deps
    const takeover = await store.consents.redeemTakeover(sessionId, clock.now())
    if (takeover === null || takeover.personKey !== person.key) return null
    await store.connections.connect(person.key, takeover.user, takeover.sealedGrant, clock.now(), {
      isConfirmed: true,
    })
    return await this.#syncNew(person)
  }

  async #syncNew(person: CheckedPerson): Promise<ConnectOutcome> {
    const { kind } = await this.sync(person)
    return { kind: kind === 'not_connected' ? 'lost' : 'connected' }
  }

  /**
   * Reads the Discord user and the checks, and replaces all values at Discord, which clears those that can no longer be
   * confirmed (spec, "States": chat connection).
   */
  async sync(person: CheckedPerson): Promise<SyncOutcome> {
    const { store, grants, random, clock } = this.#deps
    const answer = await grants.use(person.key, grant => this.#sendChecks(person, grant))
    if (answer.kind === 'ok') {
      const atMs = clock.now()
      const { user, checkResults, isComplete } = answer.value
      const pauseMs = isComplete ? syncPauseMs(checkResults, atMs) : HOUR_MS
      const dueAtMs = Math.round(atMs + pauseMs * (0.9 + 0.2 * random()))
      const isSaved = await store.connections.saveSync(person.key, user, { checkResults, atMs, dueAtMs })
      return isSaved ? { kind: 'synced' } : { kind: 'not_connected' }
    }
    if (answer.kind !== 'not_connected') await this.#postpone(person.key, answer)
    return answer
  }

  async #sendChecks(person: CheckedPerson, grant: Grant): Promise<GrantOutcome<SyncResult>> {
    const { api, grants, readChecks, clock } = this.#deps
    const answer = await api.getUser(grant)
    if (answer.kind !== 'ok') return answer
    const user = userOf(answer.value)
    const results = await readChecks(person, user.id)
    return await grants.withLease(person.key, async connection => {
      if (connection.user.id !== user.id) return { kind: 'not_connected' }
      const mergedResults = mergeResults(results, connection.checkResults, clock.now())
      const answer = await api.putRoleConnection(grant, person.username, metadataOf(mergedResults))
      return answer.kind === 'ok'
        ? { ...answer, value: { user, checkResults: mergedResults, isComplete: hasAllResults(results) } }
        : answer
    })
  }

  async #postpone(personKey: number, answer: UpstreamAnswer): Promise<void> {
    const { store, random, clock } = this.#deps
    const attempts = (await store.connections.find(personKey))?.attempts ?? 0
    await store.connections.postpone(personKey, clock.now() + retryPauseMs(attempts, answer, random()))
  }
}

interface SyncResult {
  readonly user: DiscordUser
  readonly checkResults: CheckResults
  /** False when a source did not answer; the next sync then comes sooner. */
  readonly isComplete: boolean
}

function hasAllResults(results: CheckResults): boolean {
  return Object.values(results).every(result => result !== null)
}

/** Milliseconds until the next sync; shorter when the sources' answers are older. */
function syncPauseMs(results: CheckResults, nowMs: number): number {
  const ageMs = nowMs - (oldestClaimOf(results) ?? nowMs)
  return Math.max(RESYNC_MS - ageMs, HOUR_MS)
}

/** @returns milliseconds. @param attempts number of earlier failures. @param answer the answer that failed now. */
export function retryPauseMs(attempts: number, answer: UpstreamAnswer, random: number): number {
  const pauseMs = backoffMs(attempts + 1, RETRY_PAUSES, random)
  const retryAfterMs = 'retryAfterMs' in answer ? (answer.retryAfterMs ?? 0) : 0
  return Math.round(Math.max(pauseMs, retryAfterMs))
}

function hasScopes(scope: string): boolean {
  const allowedScopes = scope.split(' ')
  return REQUIRED_SCOPES.every(requiredScope => allowedScopes.includes(requiredScope))
}

function userOf({ id, username, avatar = null }: ApiUser): DiscordUser {
  return { id, username, avatar }
}
