import type { Clock } from '../../kernel/clock.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { retryAfter } from './connections.ts'
import type { DiscordApi } from './discord-api.ts'
import { type Grant, needsRefresh } from './grant.ts'
import { type GrantKeeper, isGone, LEASE_MS } from './grant-keeper.ts'
import type { Departure, DiscordStore } from './store.ts'

const UNAUTHORIZED = 401

export type Departed =
  /** Nothing is left to do. */
  | 'done'
  /** Discord did not do it; it is tried again in the background. */
  | 'postponed'
  /** There is none, or somebody is at it. */
  | 'none'

export interface DeparturesParts {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly grants: GrantKeeper
  readonly clock: Clock
  readonly random: () => number
  readonly log: { warn(details: object, message: string): void }
}

/**
 * Gives grants back, in the order of the spec ("States": chat connection): the role is cleared, the grant revoked,
 * then deleted. Every step is noted before the next, so a failure in between is taken up where it was.
 */
export class Departures {
  readonly #parts: DeparturesParts

  constructor(parts: DeparturesParts) {
    this.#parts = parts
  }

  /** Disconnects a person. `none` when nothing was connected. */
  async leave(personKey: number): Promise<Departed> {
    const { store, clock } = this.#parts
    const id = await store.leave(personKey, clock.now())
    return id === null ? 'none' : await this.#step(id)
  }

  /** One departure that is due. */
  async next(): Promise<Departed> {
    return await this.#step(null)
  }

  async #step(id: number | null): Promise<Departed> {
    const { store, clock, random, log } = this.#parts
    const nowMs = clock.now()
    const departure = await store.leaseDeparture(id, nowMs, nowMs + LEASE_MS)
    if (departure === null) return 'none'
    const problem = await this.#giveBack(departure)
    if (problem === null) {
      await store.endDeparture(departure.id)
      return 'done'
    }
    const pauseMs = retryAfter(departure.tries, problem, random())
    await store.postponeDeparture(departure.id, clock.now() + pauseMs)
    log.warn({ tries: departure.tries + 1, pauseMs }, 'A Discord grant could not be given back yet')
    return 'postponed'
  }

  /** Null when nothing is left to give back; else what stands in the way. */
  async #giveBack({ id, discordId, sealedGrant, isRoleCleared }: Departure): Promise<UpstreamAnswer | null> {
    const { store, api, grants, clock } = this.#parts
    let grant = grants.open(discordId, sealedGrant)
    if (grant === null) return this.#isLost()
    if (!isRoleCleared) {
      if (needsRefresh(grant, clock.now())) {
        const renewed = await this.#renew(id, discordId, grant)
        if (renewed.kind !== 'ok') return isGone(renewed) ? null : renewed
        grant = renewed.value
      }
      const cleared = await api.deleteRoleConnection(grant)
      // Who removed the application in Discord's settings took all of it back.
      if (cleared.kind === 'refused' && cleared.status === UNAUTHORIZED) return null
      if (cleared.kind !== 'ok' && cleared.kind !== 'absent') return cleared
      await store.noteRoleCleared(id)
    }
    const revoked = await api.revoke(grant)
    return revoked.kind === 'ok' || isGone(revoked) ? null : revoked
  }

  async #renew(id: number, discordId: string, grant: Grant): Promise<UpstreamAnswer<Grant>> {
    const { store, api, grants, clock } = this.#parts
    const answer = await api.refresh(grant, clock.now())
    if (answer.kind !== 'ok') return answer
    await store.saveDepartingGrant(id, grants.seal(discordId, answer.value.grant))
    return { ...answer, value: answer.value.grant }
  }

  /** Sealed with a key that is gone, it is of no use to anybody. */
  #isLost(): null {
    this.#parts.log.warn({}, 'A Discord grant was sealed with a key that is gone, and is dropped')
    return null
  }
}
