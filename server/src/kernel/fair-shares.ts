import type { Clock } from './clock.ts'
import { MINUTE_MS } from './time.ts'

/** Clients counted in a minute; more than these can only be an attack on the budget. */
const MAX_NETWORKS = 10_000

export interface FairSharesDeps {
  /** Total a minute for all clients. */
  perMinute: number
  /** Share of the total for one client: from 0 to 1. */
  share: number
  clock: Clock
}

/**
 * Divides this process's budget of a minute among clients: each may take its share, at least one, so that no client
 * takes all. Counts are in memory and cleared each minute.
 */
export class FairShares {
  readonly #share: number
  readonly #clock: Clock
  readonly #taken = new Map<string, number>()
  #minute = Number.NaN

  constructor({ perMinute, share, clock }: FairSharesDeps) {
    this.#share = Math.ceil(perMinute * share)
    this.#clock = clock
  }

  /** False when the share of this minute is used up. @param network see `RequestContext.network`. */
  take(network: string): boolean {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS)
    if (minute !== this.#minute) this.#taken.clear()
    this.#minute = minute
    const taken = this.#taken.get(network) ?? 0
    if (taken >= this.#share || (taken === 0 && this.#taken.size >= MAX_NETWORKS)) return false
    this.#taken.set(network, taken + 1)
    return true
  }
}
