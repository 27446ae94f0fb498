import type { Clock } from './clock.ts'

const MINUTE_MS = 60_000
/** Clients remembered in a minute; so many can only be there to use the budget up. */
const MOST_NETWORKS = 10_000

export interface FairSharesDeps {
  /** What there is for all. */
  perMinute: number
  /** Of it, for one client: from 0 to 1. */
  share: number
  clock: Clock
}

/**
 * What one client may have of something of which there is so much a minute for all, in this process; one at least.
 * Whoever asks for one new thing after another leaves the rest to others. In memory, and forgotten each minute.
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
    if (taken >= this.#share || (taken === 0 && this.#taken.size >= MOST_NETWORKS)) return false
    this.#taken.set(network, taken + 1)
    return true
  }
}
