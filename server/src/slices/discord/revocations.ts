import type { GRANT_REMOVALS, ROLE_REMOVALS } from '@avatary/contract/discord'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { MAX_RETRY_MS, retryPauseMs } from './connections.ts'
import type { DiscordDeps } from './deps.ts'
import type { Grant } from './discord-api.ts'
import { isInvalidGrant, LEASE_ATTEMPTS, LEASE_MS, LEASE_PAUSE_MS, withFreshToken } from './grant-keeper.ts'
import type { Revocation } from './store.ts'

/** The state of role and grant after a revocation; `none` when there was nothing to clear or revoke. */
export interface RevocationResult {
  readonly role: (typeof ROLE_REMOVALS)[number]
  readonly grant: (typeof GRANT_REMOVALS)[number]
}

const REVOKED: RevocationResult = { role: 'cleared', grant: 'revoked' }
export const NONE: RevocationResult = { role: 'none', grant: 'none' }
export const PENDING: RevocationResult = { role: 'pending', grant: 'pending' }

/** The reason why a grant was not revoked: it cannot be opened, or Discord's answer. */
type Problem = 'unreadable' | Exclude<UpstreamAnswer, { kind: 'ok' }>

interface RevocationAttempt extends RevocationResult {
  readonly problem?: Problem
  /** True when the account was connected again in the meantime. */
  readonly isReconnected?: boolean
}

/**
 * Clears the role, revokes the grant, then deletes it (spec, "States": chat connection). Each step is stored before the
 * next one, so that a retry after a failure continues where it stopped.
 */
export class Revocations {
  readonly #deps: DiscordDeps

  constructor(deps: DiscordDeps) {
    this.#deps = deps
  }

  /** Disconnects a person, after waiting for the lease of the grant. Null when nothing was connected. */
  async disconnect(personKey: number): Promise<RevocationResult | null> {
    const { store, clock, sleep } = this.#deps
    const id = await store.revocations.disconnect(personKey, clock.now())
    if (id === null) return null
    for (let attempt = 0; attempt < LEASE_ATTEMPTS; attempt++) {
      const outcome = await this.#attempt(id)
      if (outcome.kind === 'attempted') return outcome.result
      // A revocation that no longer exists was completed by another process.
      if (outcome.kind === 'none') return REVOKED
      await sleep(LEASE_PAUSE_MS, undefined)
    }
    return PENDING
  }

  /** @returns `postponed` when it will be retried, `none` when nothing is due. */
  async revokeNext(): Promise<{ kind: 'done' | 'postponed' | 'none' }> {
    const outcome = await this.#attempt(null)
    if (outcome.kind !== 'attempted') return { kind: 'none' }
    return { kind: outcome.result.grant === 'pending' ? 'postponed' : 'done' }
  }

  async #attempt(
    id: number | null,
  ): Promise<{ kind: 'attempted'; result: RevocationResult } | { kind: 'in_use' | 'none' }> {
    const { store, clock } = this.#deps
    const nowMs = clock.now()
    const untilMs = nowMs + LEASE_MS
    const lease = await store.revocations.lease(id, nowMs, untilMs)
    if (lease.kind !== 'leased') return lease
    const { revocation } = lease
    const { problem, isReconnected = false, ...result } = await this.#revoke(revocation)
    if (problem !== undefined) {
      await this.#postpone(revocation, problem)
      return { kind: 'attempted', result }
    }
    const isEnded = !isReconnected && (await store.revocations.end(revocation.id))
    // This revocation cost the new connection its role or grant, so it is synced again.
    if (!isEnded) {
      await store.connections.syncSoon(revocation.discordId, clock.now())
      await store.connections.release(revocation.discordId, untilMs)
    }
    return { kind: 'attempted', result }
  }

  async #postpone({ id, attempts }: Revocation, problem: Problem): Promise<void> {
    const { store, clock, random, log } = this.#deps
    const isUnreadable = typeof problem === 'string'
    const pauseMs = isUnreadable ? MAX_RETRY_MS : retryPauseMs(attempts, problem, random())
    await store.revocations.postpone(id, clock.now() + pauseMs)
    const why = isUnreadable ? ': it was sealed with a key that is not configured' : ''
    log.warn(
      { event: 'discord-revocation-delayed', attempts: attempts + 1, pauseMs },
      `A Discord grant could not be revoked yet${why}`,
    )
  }

  async #revoke({ id, discordId, sealedGrant, isRoleCleared }: Revocation): Promise<RevocationAttempt> {
    const { store, api, grants } = this.#deps
    let grant = grants.open(discordId, sealedGrant)
    if (grant === null)
      return { role: isRoleCleared ? 'cleared' : 'pending', grant: 'pending', problem: 'unreadable' }
    if (!isRoleCleared) {
      const roleAnswer = await this.#clearRole({ discordId, sealedGrant }, grant)
      if (roleAnswer.kind !== 'ok')
        return isInvalidGrant(roleAnswer) ? NONE : { ...PENDING, problem: roleAnswer }
      grant = roleAnswer.value
      if (!(await store.revocations.noteRoleCleared(id))) return { ...NONE, isReconnected: true }
    }
    const grantAnswer = await api.revoke(grant)
    if (grantAnswer.kind === 'ok') return REVOKED
    const role = 'cleared'
    return isInvalidGrant(grantAnswer)
      ? { role, grant: 'none' }
      : { role, grant: 'pending', problem: grantAnswer }
  }

  /** @returns the grant, with new tokens if the old ones had expired or were refused. */
  async #clearRole(
    { discordId, sealedGrant }: Pick<Revocation, 'discordId' | 'sealedGrant'>,
    grant: Grant,
  ): Promise<UpstreamAnswer<Grant>> {
    const { clock, api, grants } = this.#deps
    return await withFreshToken<Grant>(
      clock.now() < grant.expiresAtMs ? grant : null,
      async usableGrant => {
        const answer = await api.deleteRoleConnection(usableGrant)
        const isCleared = answer.kind === 'ok' || answer.kind === 'absent'
        return isCleared ? { kind: 'ok', status: answer.status, value: usableGrant } : answer
      },
      () => grants.refresh(discordId, sealedGrant, grant),
    )
  }
}
