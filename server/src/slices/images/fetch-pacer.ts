import { Semaphore } from '../../kernel/semaphore.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'

export interface FetchPacerDeps extends Pick<SystemDeps, 'clock' | 'sleep'> {
  perMinute: number
  /** Longest that a fetch waits for its turn; by default as long as somebody looks at a page. */
  longestWaitMs?: number
}

const AT_ONCE = 6
/** Fetches that may wait for one of those to end. */
const WAITING = 240
const MAX_WAIT_MS = 5000
/** Pages come in bursts: that share of a minute may be used at once. */
const BURST = 0.5

/**
 * The pace of fetches: so many a minute in the long run, in bursts of half of that, and a few at a time (the generic
 * cell rate algorithm, ITU-T I.371 annex A).
 */
export class FetchPacer {
  readonly #deps: FetchPacerDeps
  readonly #eachMs: number
  readonly #burstMs: number
  readonly #longestWaitMs: number
  readonly #semaphore = new Semaphore(AT_ONCE)
  /** The theoretical arrival time of the algorithm. */
  #evenMs = 0

  constructor(deps: FetchPacerDeps) {
    this.#deps = deps
    this.#eachMs = 60_000 / deps.perMinute
    this.#longestWaitMs = deps.longestWaitMs ?? MAX_WAIT_MS
    this.#burstMs = Math.max(this.#eachMs, 60_000 * BURST)
  }

  /** @returns null, at once, when it would have to wait for too long. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | null> {
    if (this.#semaphore.waiting >= WAITING) return null
    const nowMs = this.#deps.clock.now()
    const evenMs = Math.max(nowMs, Math.min(this.#evenMs, nowMs + this.#burstMs + this.#longestWaitMs))
    const waitMs = evenMs + this.#eachMs - this.#burstMs - nowMs
    if (waitMs > this.#longestWaitMs) return null
    this.#evenMs = evenMs + this.#eachMs
    if (waitMs > 0) await this.#deps.sleep(Math.ceil(waitMs), signal)
    return await this.#semaphore.run(work)
  }
}
