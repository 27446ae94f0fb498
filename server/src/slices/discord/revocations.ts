import type { GRANT_ENDS, ROLE_ENDS } from '@avatary/contract/discord'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { LONGEST_RETRY_MS, retryAfter } from './connections.ts'
import type { DiscordApi } from './discord-api.ts'
import type { Grant } from './grant.ts'
import { type GrantKeeper, isGone, LEASE_MS, WAIT_MS, WAITS, withFreshToken } from './grant-keeper.ts'
import type { DiscordStore } from './store.sql.ts'
import type { Revocation } from './store.ts'

export type RevocationStep =
  /** Nothing is left to do. */
  | 'done'
  /** Discord did not do it, or somebody is at it; it is tried again in the background. */
  | 'postponed'
  /** There is none. */
  | 'none'

/** What became of the parts of a connection: `none` where there was nothing left to be ended. */
export interface Ends {
  readonly role: (typeof ROLE_ENDS)[number]
  readonly grant: (typeof GRANT_ENDS)[number]
}

const ALL_DONE: Ends = { role: 'cleared', grant: 'revoked' }
const ALL_GONE: Ends = { role: 'none', grant: 'none' }
export const ALL_PENDING: Ends = { role: 'pending', grant: 'pending' }

/** Why a grant could not be given back: it cannot be opened, or Discord says this. */
type Problem = 'unreadable' | Exclude<UpstreamAnswer, { kind: 'ok' }>

/** What came of giving a grant back. */
interface GivenBack extends Ends {
  readonly problem?: Problem
  /** Whether it is somebody's again. */
  readonly isReconnected?: boolean
}

export interface RevocationsDeps {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly grants: GrantKeeper
  readonly clock: Clock
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly log: Pick<Log, 'warn'>
}

/**
 * Gives grants back, in the order of the spec ("States": chat connection): the role is cleared, the grant revoked,
 * then deleted. Every step is noted before the next, so a failure in between is taken up where it was.
 */
export class Revocations {
  readonly #deps: RevocationsDeps

  constructor(deps: RevocationsDeps) {
    this.#deps = deps
  }

  /** Disconnects a person, after what is under way with the grant. Null when nothing was connected. */
  async disconnect(personKey: number): Promise<Ends | null> {
    const { store, clock, sleep } = this.#deps
    const id = await store.disconnect(personKey, clock.now())
    if (id === null) return null
    for (let wait = 0; wait < WAITS; wait++) {
      const ends = await this.#step(id)
      // One that is not there any more was ended by whoever was at it.
      if (ends !== 'busy') return ends ?? ALL_DONE
      await sleep(WAIT_MS, undefined)
    }
    return ALL_PENDING
  }

  /** One revocation that is due. */
  async next(): Promise<RevocationStep> {
    const ends = await this.#step(null)
    if (ends === null || ends === 'busy') return 'none'
    return ends.grant === 'pending' ? 'postponed' : 'done'
  }

  /** @returns null when there is no such revocation. */
  async #step(id: number | null): Promise<Ends | 'busy' | null> {
    const { store, clock } = this.#deps
    const nowMs = clock.now()
    const untilMs = nowMs + LEASE_MS
    const revocation = await store.leaseRevocation(id, nowMs, untilMs)
    if (revocation === null || revocation === 'busy') return revocation
    const { problem, isReconnected = false, ...ends } = await this.#giveBack(revocation)
    if (problem !== undefined) {
      await this.#postpone(revocation, problem)
      return ends
    }
    const isEnded = !isReconnected && (await store.endRevocation(revocation.id))
    // What was taken from Discord in the meantime belongs to a new connection: it is told again.
    if (!isEnded) {
      await store.syncSoon(revocation.discordId, clock.now())
      await store.release(revocation.discordId, untilMs)
    }
    return ends
  }

  async #postpone({ id, tries }: Revocation, problem: Problem): Promise<void> {
    const { store, clock, random, log } = this.#deps
    const isUnreadable = typeof problem === 'string'
    const pauseMs = isUnreadable ? LONGEST_RETRY_MS : retryAfter(tries, problem, random())
    await store.postponeRevocation(id, clock.now() + pauseMs)
    const why = isUnreadable ? ': it was sealed with a key that is not among ours' : ''
    log.warn(
      { event: 'discord-revocation-delayed', tries: tries + 1, pauseMs },
      `A Discord grant could not be given back yet${why}`,
    )
  }

  async #giveBack({ id, discordId, sealedGrant, isRoleCleared }: Revocation): Promise<GivenBack> {
    const { store, api, grants } = this.#deps
    let grant = grants.open(discordId, sealedGrant)
    if (grant === null)
      return { role: isRoleCleared ? 'cleared' : 'pending', grant: 'pending', problem: 'unreadable' }
    if (!isRoleCleared) {
      const cleared = await this.#clearRole({ discordId, sealedGrant }, grant)
      if (cleared.kind !== 'ok') return isGone(cleared) ? ALL_GONE : { ...ALL_PENDING, problem: cleared }
      grant = cleared.value
      if (!(await store.noteRoleCleared(id))) return { ...ALL_GONE, isReconnected: true }
    }
    const revoked = await api.revoke(grant)
    if (revoked.kind === 'ok') return ALL_DONE
    const role = 'cleared'
    return isGone(revoked) ? { role, grant: 'none' } : { role, grant: 'pending', problem: revoked }
  }

  /** @returns the grant by whose token it was done: an old one is replaced before, or when Discord refuses it. */
  async #clearRole(
    { discordId, sealedGrant }: Pick<Revocation, 'discordId' | 'sealedGrant'>,
    grant: Grant,
  ): Promise<UpstreamAnswer<Grant>> {
    const { clock, grants } = this.#deps
    return await withFreshToken<Grant>(
      clock.now() < grant.expiresAtMs ? grant : null,
      usable => this.#clearRoleBy(usable),
      () => grants.refresh(discordId, sealedGrant, grant),
    )
  }

  async #clearRoleBy(grant: Grant): Promise<UpstreamAnswer<Grant>> {
    const cleared = await this.#deps.api.deleteRoleConnection(grant)
    if (cleared.kind === 'absent') return { kind: 'ok', status: cleared.status, value: grant, headers: {} }
    return cleared.kind === 'ok' ? { ...cleared, value: grant } : cleared
  }
}
