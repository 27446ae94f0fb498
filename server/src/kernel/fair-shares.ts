import type { Clock } from './clock.ts'
import { MINUTE_MS } from './time.ts'

/** Maximum number of networks counted per minute; a larger number can only be an attack. */
const MAX_NETWORKS = 10_000

export interface FairSharesDeps {
  /** The budget of all clients together, per minute. */
  perMinute: number
  /** The fraction of the budget that one client may use, from 0 to 1. */
  share: number
  clock: Clock
}

/**
 * Divides this process's budget per minute among clients, so that no client can use it up: each gets its share, at
 * least one. Counts are kept in memory and cleared every minute.
 */
export class FairShares {
  readonly #maxPerClient: number
  readonly #clock: Clock
  readonly #countByNetwork = new Map<string, number>()
  #minute = Number.NaN

  constructor({ perMinute, share, clock }: FairSharesDeps) {
    this.#maxPerClient = Math.ceil(perMinute * share)
    this.#clock = clock
  }

  /** Counts one use by a client; false when its share is used up. @param network see `RequestContext.network`. */
  take(network: string): boolean {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS)
    if (minute !== this.#minute) this.#countByNetwork.clear()
    this.#minute = minute
    const count = this.#countByNetwork.get(network) ?? 0
    if (count >= this.#maxPerClient || (count === 0 && this.#countByNetwork.size >= MAX_NETWORKS))
      return false
    this.#countByNetwork.set(network, count + 1)
    return true
  }
}
