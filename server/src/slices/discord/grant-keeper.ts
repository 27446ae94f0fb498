import type { Sealer } from '../../kernel/sealer.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { DiscordApi, Grant } from './discord-api.ts'
import type { DiscordStore } from './store.sql.ts'
import type { Connection } from './store.ts'

/** Longer than any call to Discord with its retries, so an older lease belongs to a process that has ended. */
export const LEASE_MS = 2 * MINUTE_MS
/** Attempts to get the lease of a grant that is in use, and the pause between them. */
export const LEASE_ATTEMPTS = 25
export const LEASE_PAUSE_MS = 200
/** Tokens are refreshed this long before they expire, so that none expires during a request. */
const REFRESH_AHEAD_MS = 10 * MINUTE_MS
const UNAUTHORIZED = 401

/** The outcome of a request with a person's grant; `not_connected` also when Discord calls the grant invalid. */
export type GrantOutcome<Value> = UpstreamAnswer<Value> | { readonly kind: 'not_connected' }

export interface GrantKeeperDeps extends Pick<SystemDeps, 'clock' | 'sleep'> {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly sealer: Pick<Sealer, 'seal' | 'open'>
}

const NOT_CONNECTED = { kind: 'not_connected' } as const
const IN_USE: UpstreamAnswer<never> = {
  kind: 'unavailable',
  fault: 'timeout',
  reason: 'the grant is in use',
  retryAfterMs: null,
}

/**
 * Opens grants and refreshes their tokens before they expire. A refresh token works once, so a refresh needs the lease
 * of the connection, like everything that must not happen after a revocation. A revocation waits for the lease.
 */
export class GrantKeeper {
  readonly #deps: GrantKeeperDeps

  constructor(deps: GrantKeeperDeps) {
    this.#deps = deps
  }

  /** Seals a grant for its Discord account, so that it still opens after it was moved to a revocation. */
  seal(discordId: string, grant: Grant): string {
    const { accessToken, refreshToken, expiresAtMs } = grant
    return this.#deps.sealer.seal(
      JSON.stringify([accessToken, refreshToken, expiresAtMs]),
      associatedDataOf(discordId),
    )
  }

  /** Null when it was sealed with a key that is no longer configured. */
  open(discordId: string, sealedGrant: string): Grant | null {
    const text = this.#deps.sealer.open(sealedGrant, associatedDataOf(discordId))
    if (text === null) return null
    const [accessToken, refreshToken, expiresAtMs] = JSON.parse(text) as [string, string, number]
    return { accessToken, refreshToken, expiresAtMs }
  }

  /** Null when nothing is connected, or when the grant cannot be opened. */
  async find(personKey: number): Promise<{ connection: Connection; grant: Grant } | null> {
    const connection = await this.#deps.store.connections.find(personKey)
    if (connection === null) return null
    const grant = this.open(connection.user.id, connection.sealedGrant)
    return grant && { connection, grant }
  }

  /** Calls `work` with a person's grant, and again with a new token if Discord refuses the first. */
  async use<Value>(
    personKey: number,
    work: (grant: Grant) => Promise<GrantOutcome<Value>>,
  ): Promise<GrantOutcome<Value>> {
    const grant = (await this.find(personKey))?.grant ?? null
    if (grant === null) return NOT_CONNECTED
    const isUsable = this.#deps.clock.now() < grant.expiresAtMs - REFRESH_AHEAD_MS
    return await withFreshToken<Value, typeof NOT_CONNECTED>(isUsable ? grant : null, work, () =>
      this.withLease(personKey, connection => this.#renew(connection, grant)),
    )
  }

  /** Gets and stores new tokens; the old ones become invalid. */
  async refresh(discordId: string, sealedGrant: string, grant: Grant): Promise<UpstreamAnswer<Grant>> {
    const { store, api, clock } = this.#deps
    const answer = await api.refresh(grant, clock.now())
    if (answer.kind !== 'ok') return answer
    const { grant: renewedGrant } = answer.value
    await store.connections.saveGrant(discordId, sealedGrant, this.seal(discordId, renewedGrant))
    return { ...answer, value: renewedGrant }
  }

  /** Calls `work` while holding the lease of the connection, after waiting for another holder. */
  async withLease<Value>(
    personKey: number,
    work: (connection: Connection) => Promise<GrantOutcome<Value>>,
  ): Promise<GrantOutcome<Value>> {
    const { store, clock, sleep } = this.#deps
    for (let attempt = 0; attempt < LEASE_ATTEMPTS; attempt++) {
      const nowMs = clock.now()
      const untilMs = nowMs + LEASE_MS
      const connection = await store.connections.lease(personKey, nowMs, untilMs)
      if (connection !== null) {
        try {
          return await work(connection)
        } finally {
          await store.connections.release(connection.user.id, untilMs)
        }
      }
      if ((await store.connections.find(personKey)) === null) return NOT_CONNECTED
      await sleep(LEASE_PAUSE_MS, undefined)
    }
    return IN_USE
  }

  /** Refreshes the tokens, unless another process has done so since `usedGrant` was read. */
  async #renew({ personKey, user, sealedGrant }: Connection, usedGrant: Grant): Promise<GrantOutcome<Grant>> {
    const grant = this.open(user.id, sealedGrant)
    if (grant === null) return NOT_CONNECTED
    if (grant.accessToken !== usedGrant.accessToken) return { kind: 'ok', status: 200, value: grant }
    const answer = await this.refresh(user.id, sealedGrant, grant)
    if (!isInvalidGrant(answer)) return answer
    await this.#deps.store.connections.delete(personKey, user.id)
    return NOT_CONNECTED
  }
}

/**
 * Calls `work` with a token, and again with a new one if Discord refuses it.
 *
 * @param grant null when its token has expired or will soon.
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
  const outcome = await renew()
  return outcome.kind === 'ok' ? await work(outcome.value) : outcome
}

/** The context to which a sealed grant is bound: its Discord account. */
export function associatedDataOf(discordId: string): string {
  return `discord:${discordId}`
}

/** True when Discord calls the grant invalid (RFC 6749 §5.2). */
export function isInvalidGrant(answer: UpstreamAnswer): boolean {
  return answer.kind === 'refused' && answer.code === 'invalid_grant'
}
