import type { Clock } from '../../kernel/clock.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { DiscordApi } from './discord-api.ts'
import { type Grant, needsRefresh, readGrant, writeGrant } from './grant.ts'
import type { GrantSealer } from './ports.ts'
import type { Connection, DiscordStore } from './store.ts'

/** Longer than any exchange with Discord takes, its repetitions included: who holds it longer is dead. */
export const LEASE_MS = 2 * 60_000
/** How often, and how long each time, somebody is waited for who replaces the tokens right now. */
const WAITS = 25
const WAIT_MS = 200
const UNAUTHORIZED = 401

/** What came of doing something with a person's grant; `not_connected` also when Discord says it is gone. */
export type WithGrant<Value> = UpstreamAnswer<Value> | { readonly kind: 'not_connected' }

export interface GrantKeeperParts {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly sealer: GrantSealer
  readonly clock: Clock
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Opens grants, and replaces their tokens before they end: a refresh token works once, so one process does it. */
export class GrantKeeper {
  readonly #parts: GrantKeeperParts

  constructor(parts: GrantKeeperParts) {
    this.#parts = parts
  }

  /** What a grant is sealed with belongs to the Discord account, wherever its row is. */
  seal(discordId: string, grant: Grant): string {
    return this.#parts.sealer.seal(writeGrant(grant), `discord:${discordId}`)
  }

  /** Null when it was sealed with a key that is gone. */
  open(discordId: string, sealedGrant: string): Grant | null {
    const text = this.#parts.sealer.open(sealedGrant, `discord:${discordId}`)
    return text === null ? null : readGrant(text)
  }

  /** Does something in a person's name. When Discord refuses the token, once more with a new one. */
  async use<Value>(
    personKey: number,
    work: (grant: Grant) => Promise<UpstreamAnswer<Value>>,
  ): Promise<WithGrant<Value>> {
    const { store, clock } = this.#parts
    const connection = await store.find(personKey)
    const grant = connection && this.open(connection.user.id, connection.sealedGrant)
    if (connection === null || grant === null) return { kind: 'not_connected' }
    if (!needsRefresh(grant, clock.now())) {
      const answer = await work(grant)
      if (answer.kind !== 'refused' || answer.status !== UNAUTHORIZED) return answer
    }
    const renewed = await this.#renew(connection)
    return renewed.kind === 'ok' ? await work(renewed.value) : renewed
  }

  /** Replaces the tokens that `known` has; whoever comes second takes what the first one got. */
  async #renew(known: Connection): Promise<WithGrant<Grant>> {
    const { store, clock, sleep } = this.#parts
    for (let wait = 0; wait < WAITS; wait++) {
      const nowMs = clock.now()
      const held = await store.lease(known.personKey, nowMs, nowMs + LEASE_MS)
      if (held !== null) {
        try {
          return await this.#renewLeased(held, known.sealedGrant)
        } finally {
          await store.release(known.personKey)
        }
      }
      const current = await store.find(known.personKey)
      if (current === null) return { kind: 'not_connected' }
      if (current.sealedGrant !== known.sealedGrant) return this.#opened(current)
      await sleep(WAIT_MS, undefined)
    }
    return { kind: 'unavailable', fault: 'timeout', reason: 'the grant is in use', retryAfterMs: null }
  }

  async #renewLeased(held: Connection, knownGrant: string): Promise<WithGrant<Grant>> {
    const { store, api, clock } = this.#parts
    if (held.sealedGrant !== knownGrant) return this.#opened(held)
    const { user, personKey } = held
    const grant = this.open(user.id, held.sealedGrant)
    if (grant === null) return { kind: 'not_connected' }
    const answer = await api.refresh(grant, clock.now())
    if (answer.kind === 'ok') {
      await store.saveGrant(personKey, user.id, this.seal(user.id, answer.value.grant))
      return { ...answer, value: answer.value.grant }
    }
    if (!isGone(answer)) return answer
    await store.forget(personKey, user.id)
    return { kind: 'not_connected' }
  }

  #opened({ user, sealedGrant }: Connection): WithGrant<Grant> {
    const grant = this.open(user.id, sealedGrant)
    return grant === null ? { kind: 'not_connected' } : { kind: 'ok', status: 200, value: grant, headers: {} }
  }
}

/** Whether Discord says that a grant is none any more (RFC 6749 §5.2). */
export function isGone(answer: UpstreamAnswer): boolean {
  return answer.kind === 'refused' && answer.code === 'invalid_grant'
}
