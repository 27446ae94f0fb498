import { Semaphore } from '../../kernel/semaphore.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'

export interface FetchPacerDeps extends Pick<SystemDeps, 'clock' | 'sleep'> {
  perMinute: number
  /** The longest time a fetch may be delayed; the default suits a person who waits for a page. */
  longestWaitMs?: number
}

const MAX_CONCURRENT_FETCHES = 6
/** Maximum number of fetches that may wait for a running one to end. */
const MAX_WAITING_FETCHES = 240
const DEFAULT_LONGEST_WAIT_MS = 5000
/** Pages cause bursts: this share of a minute's fetches may be made at once. */
const BURST_SHARE = 0.5

/**
 * Limits the rate of fetches to `perMinute`, with bursts of half of that, and their concurrency (the generic cell rate
 * algorithm, ITU-T I.371 annex A).
 */
export class FetchPacer {
  readonly #deps: FetchPacerDeps
  readonly #intervalMs: number
  readonly #burstMs: number
  readonly #longestWaitMs: number
  readonly #semaphore = new Semaphore(MAX_CONCURRENT_FETCHES)
  /** The theoretical arrival time of the algorithm. */
  #arrivalMs = 0

  constructor(deps: FetchPacerDeps) {
    this.#deps = deps
    this.#intervalMs = MINUTE_MS / deps.perMinute
    this.#longestWaitMs = deps.longestWaitMs ?? DEFAULT_LONGEST_WAIT_MS
    this.#burstMs = Math.max(this.#intervalMs, MINUTE_MS * BURST_SHARE)
  }

  /** @returns null at once if too many fetches wait, or this one would have to wait too long. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | null> {
    if (this.#semaphore.waitingCount >= MAX_WAITING_FETCHES) return null
    const nowMs = this.#deps.clock.now()
    const arrivalMs = Math.max(nowMs, Math.min(this.#arrivalMs, nowMs + this.#burstMs + this.#longestWaitMs))
    const waitMs = arrivalMs + this.#intervalMs - this.#burstMs - nowMs
    if (waitMs > this.#longestWaitMs) return null
    this.#arrivalMs = arrivalMs + this.#intervalMs
    if (waitMs > 0) await this.#deps.sleep(Math.ceil(waitMs), signal)
    return await this.#semaphore.run(work)
  }
}
