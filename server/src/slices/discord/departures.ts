import type { Clock } from '../../kernel/clock.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { LONGEST_RETRY_MS, retryAfter } from './connections.ts'
import type { DiscordApi } from './discord-api.ts'
import type { Grant } from './grant.ts'
import { type GrantKeeper, isGone, LEASE_MS, WAIT_MS, WAITS } from './grant-keeper.ts'
import type { Departure, DiscordStore } from './store.ts'

const UNAUTHORIZED = 401

export type Departed =
  /** Nothing is left to do. */
  | 'done'
  /** Discord did not do it, or somebody is at it; it is tried again in the background. */
  | 'postponed'
  /** There is none. */
  | 'none'

/** What came of giving a grant back: it is, it is somebody's again, it cannot be opened, or Discord says this. */
type GivenBack = 'done' | 'reconnected' | 'unreadable' | Exclude<UpstreamAnswer, { kind: 'ok' }>

export interface DeparturesParts {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly grants: GrantKeeper
  readonly clock: Clock
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
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

  /** Disconnects a person, after what is under way with the grant. `none` when nothing was connected. */
  async leave(personKey: number): Promise<Departed> {
    const { store, clock, sleep } = this.#parts
    const id = await store.leave(personKey, clock.now())
    if (id === null) return 'none'
    for (let wait = 0; wait < WAITS; wait++) {
      const departed = await this.#step(id)
      if (departed !== 'busy') return departed === 'none' ? 'done' : departed
      await sleep(WAIT_MS, undefined)
    }
    return 'postponed'
  }

  /** One departure that is due. */
  async next(): Promise<Departed> {
    const departed = await this.#step(null)
    return departed === 'busy' ? 'none' : departed
  }

  async #step(id: number | null): Promise<Departed | 'busy'> {
    const { store, clock } = this.#parts
    const nowMs = clock.now()
    const untilMs = nowMs + LEASE_MS
    const departure = await store.leaseDeparture(id, nowMs, untilMs)
    if (departure === null) return 'none'
    if (departure === 'busy') return 'busy'
    const givenBack = await this.#giveBack(departure)
    if (givenBack !== 'done' && givenBack !== 'reconnected') return await this.#postpone(departure, givenBack)
    const isEnded = givenBack === 'done' && (await store.endDeparture(departure.id))
    // What was taken from Discord in the meantime belongs to a new connection: it is told again.
    if (!isEnded) {
      await store.hasten(departure.discordId, clock.now())
      await store.release(departure.discordId, untilMs)
    }
    return 'done'
  }

  async #postpone({ id, tries }: Departure, problem: GivenBack): Promise<'postponed'> {
    const { store, clock, random, log } = this.#parts
    const isUnreadable = typeof problem === 'string'
    const pauseMs = isUnreadable ? LONGEST_RETRY_MS : retryAfter(tries, problem, random())
    await store.postponeDeparture(id, clock.now() + pauseMs)
    const why = isUnreadable ? ': it was sealed with a key that is not among ours' : ''
    log.warn({ tries: tries + 1, pauseMs }, `A Discord grant could not be given back yet${why}`)
    return 'postponed'
  }

  async #giveBack({ id, discordId, sealedGrant, isRoleCleared }: Departure): Promise<GivenBack> {
    const { store, api, grants } = this.#parts
    let grant = grants.open(discordId, sealedGrant)
    if (grant === null) return 'unreadable'
    if (!isRoleCleared) {
      const cleared = await this.#clearRole({ discordId, sealedGrant }, grant)
      if (cleared.kind !== 'ok') return isGone(cleared) ? 'done' : cleared
      grant = cleared.value
      if (!(await store.noteRoleCleared(id))) return 'reconnected'
    }
    const revoked = await api.revoke(grant)
    return revoked.kind === 'ok' || isGone(revoked) ? 'done' : revoked
  }

  /** @returns the grant by whose token it was done: an old one is replaced before, or when Discord refuses it. */
  async #clearRole(
    of: Pick<Departure, 'discordId' | 'sealedGrant'>,
    grant: Grant,
  ): Promise<UpstreamAnswer<Grant>> {
    const { clock } = this.#parts
    if (clock.now() < grant.expiresAtMs) {
      const cleared = await this.#clearRoleBy(grant)
      if (cleared.kind !== 'refused' || cleared.status !== UNAUTHORIZED) return cleared
    }
    const renewed = await this.#renew(of, grant)
    return renewed.kind === 'ok' ? await this.#clearRoleBy(renewed.value) : renewed
  }

  async #clearRoleBy(grant: Grant): Promise<UpstreamAnswer<Grant>> {
    const cleared = await this.#parts.api.deleteRoleConnection(grant)
    if (cleared.kind === 'absent') return { kind: 'ok', status: cleared.status, value: grant, headers: {} }
    return cleared.kind === 'ok' ? { ...cleared, value: grant } : cleared
  }

  async #renew(
    { discordId, sealedGrant }: Pick<Departure, 'discordId' | 'sealedGrant'>,
    grant: Grant,
  ): Promise<UpstreamAnswer<Grant>> {
    const { store, api, grants, clock } = this.#parts
    const answer = await api.refresh(grant, clock.now())
    if (answer.kind !== 'ok') return answer
    await store.saveGrant(discordId, sealedGrant, grants.seal(discordId, answer.value.grant))
    return { ...answer, value: answer.value.grant }
  }
}
