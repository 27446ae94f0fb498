import type { Clock } from '../../kernel/clock.ts'
import type { Sealer } from '../../kernel/sealer.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { DiscordApi } from './discord-api.ts'
import { type Grant, needsRefresh, readGrant, writeGrant } from './grant.ts'
import type { DiscordStore } from './store.sql.ts'
import type { Connection } from './store.ts'

/** Longer than any exchange with Discord takes, its repetitions included: who holds it longer is dead. */
export const LEASE_MS = 2 * 60_000
/** How often, and how long each time, somebody is waited for who is at the same grant right now. */
export const WAITS = 25
export const WAIT_MS = 200
const UNAUTHORIZED = 401

/** What came of doing something with a person's grant; `not_connected` also when Discord says it is gone. */
export type WithGrant<Value> = UpstreamAnswer<Value> | { readonly kind: 'not_connected' }

export interface GrantKeeperDeps {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly sealer: Pick<Sealer, 'seal' | 'open'>
  readonly clock: Clock
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const NOT_CONNECTED = { kind: 'not_connected' } as const
const IN_USE: UpstreamAnswer<never> = {
  kind: 'unavailable',
  fault: 'timeout',
  reason: 'the grant is in use',
  retryAfterMs: null,
}

/**
 * Opens grants, and replaces their tokens before they end: a refresh token works once, so one process does it. What
 * must not happen twice or after a revocation is done under the lease of the connection, which a revocation waits for.
 */
export class GrantKeeper {
  readonly #deps: GrantKeeperDeps

  constructor(deps: GrantKeeperDeps) {
    this.#deps = deps
  }

  /** What a grant is sealed with belongs to the Discord account, wherever its row is. */
  seal(discordId: string, grant: Grant): string {
    return this.#deps.sealer.seal(writeGrant(grant), aboutGrant(discordId))
  }

  /** Null when it was sealed with a key that is gone. */
  open(discordId: string, sealedGrant: string): Grant | null {
    const text = this.#deps.sealer.open(sealedGrant, aboutGrant(discordId))
    return text === null ? null : readGrant(text)
  }

  /** Null when nothing is connected, or what is cannot be opened. */
  async find(personKey: number): Promise<{ connection: Connection; grant: Grant } | null> {
    const connection = await this.#deps.store.find(personKey)
    const grant = connection && this.open(connection.user.id, connection.sealedGrant)
    return grant === null ? null : { connection: connection!, grant }
  }

  /** Does something in a person's name. When Discord refuses the token, once more with a new one. */
  async use<Value>(
    personKey: number,
    work: (grant: Grant) => Promise<WithGrant<Value>>,
  ): Promise<WithGrant<Value>> {
    const held = await this.find(personKey)
    if (held === null) return NOT_CONNECTED
    const { grant } = held
    const isUsable = !needsRefresh(grant, this.#deps.clock.now())
    return await withFreshToken<Value, typeof NOT_CONNECTED>(isUsable ? grant : null, work, () =>
      this.leased(personKey, connection => this.#renew(connection, grant)),
    )
  }

  /** Replaces the tokens of a grant, which are used up thereby, where it is stored. */
  async refresh(discordId: string, sealedGrant: string, grant: Grant): Promise<UpstreamAnswer<Grant>> {
    const { store, api, clock } = this.#deps
    const answer = await api.refresh(grant, clock.now())
    if (answer.kind !== 'ok') return answer
    const { grant: renewed } = answer.value
    await store.saveGrant(discordId, sealedGrant, this.seal(discordId, renewed))
    return { ...answer, value: renewed }
  }

  /** Does something that nobody else may do at the same time; whoever is at it is waited for. */
  async leased<Value>(
    personKey: number,
    work: (connection: Connection) => Promise<WithGrant<Value>>,
  ): Promise<WithGrant<Value>> {
    const { store, clock, sleep } = this.#deps
    for (let wait = 0; wait < WAITS; wait++) {
      const nowMs = clock.now()
      const untilMs = nowMs + LEASE_MS
      const held = await store.lease(personKey, nowMs, untilMs)
      if (held !== null) {
        try {
          return await work(held)
        } finally {
          await store.release(held.user.id, untilMs)
        }
      }
      if ((await store.find(personKey)) === null) return NOT_CONNECTED
      await sleep(WAIT_MS, undefined)
    }
    return IN_USE
  }

  /** Replaces the tokens that were used; whoever comes second takes what the first one got. */
  async #renew({ personKey, user, sealedGrant }: Connection, used: Grant): Promise<WithGrant<Grant>> {
    const current = this.open(user.id, sealedGrant)
    if (current === null) return NOT_CONNECTED
    if (current.accessToken !== used.accessToken)
      return { kind: 'ok', status: 200, value: current, headers: {} }
    const answer = await this.refresh(user.id, sealedGrant, current)
    if (!isGone(answer)) return answer
    await this.#deps.store.forget(personKey, user.id)
    return NOT_CONNECTED
  }
}

/**
 * Does something by a token; with a new one when there is none that can be used, or Discord refuses it.
 *
 * @param grant null when its token has ended, or is about to.
 */
export async function withFreshToken<Value, Other extends { readonly kind: 'not_connected' } = never>(
  grant: Grant | null,
  work: (grant: Grant) => Promise<UpstreamAnswer<Value> | Other>,
  renew: () => Promise<UpstreamAnswer<Grant> | Other>,
): Promise<UpstreamAnswer<Value> | Other> {
  if (grant !== null) {
    const answer = await work(grant)
    if (answer.kind !== 'refused' || answer.status !== UNAUTHORIZED) return answer
  }
  const renewed = await renew()
  return renewed.kind === 'ok' ? await work(renewed.value) : renewed
}

/** What a sealed grant is about. */
export function aboutGrant(discordId: string): string {
  return `discord:${discordId}`
}

/** Whether Discord says that a grant is none any more (RFC 6749 §5.2). */
export function isGone(answer: UpstreamAnswer): boolean {
  return answer.kind === 'refused' && answer.code === 'invalid_grant'
}
