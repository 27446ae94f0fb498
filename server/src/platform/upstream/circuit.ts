import { backoff } from '../../kernel/backoff.ts'
import type { UpstreamAnswer, UpstreamFault } from '../../kernel/upstream.ts'

/** Faults that say that the upstream is not well; the others come from one that answers. */
const IS_FAILURE: Readonly<Record<UpstreamFault, boolean>> = {
  unreachable: true,
  broken_off: true,
  timeout: true,
  server_error: true,
  garbage: true,
  unexpected: false,
  too_large: false,
  redirected: false,
  resting: false,
}

export interface CircuitPolicy {
  /** Failures in a row after which the upstream is left alone. */
  readonly failures: number
  /** For how long at first; doubled with each failed probe. */
  readonly restMs: number
  readonly longestRestMs: number
}

export type Passage =
  | { readonly kind: 'go'; readonly isProbe: boolean }
  /** For how much longer; 0 while a probe is under way. */
  | { readonly kind: 'resting'; readonly forMs: number }
  /** The upstream itself said so. */
  | { readonly kind: 'limited'; readonly forMs: number }

export type CircuitChange = 'opened' | 'closed' | null

/**
 * Keeps an upstream that fails from being asked on and on, and one that limits from being asked before it may be.
 * Closed: all pass. Open: nobody passes until the rest is over; then one request passes as a probe, whose answer
 * closes the circuit or opens it for longer.
 */
export class Circuit {
  readonly #policy: CircuitPolicy
  #failures = 0
  /** Rests since the last success. */
  #rests = 0
  #openUntilMs = 0
  #limitedUntilMs = 0
  #isProbing = false

  constructor(policy: CircuitPolicy) {
    this.#policy = policy
  }

  /** Each passage that goes must be ended by `note` or `abandon`. */
  enter(nowMs: number): Passage {
    if (nowMs < this.#limitedUntilMs) return { kind: 'limited', forMs: this.#limitedUntilMs - nowMs }
    if (this.#rests === 0) return { kind: 'go', isProbe: false }
    if (nowMs < this.#openUntilMs) return { kind: 'resting', forMs: this.#openUntilMs - nowMs }
    if (this.#isProbing) return { kind: 'resting', forMs: 0 }
    this.#isProbing = true
    return { kind: 'go', isProbe: true }
  }

  /** Takes the answer of a request that passed. */
  note(isProbe: boolean, answer: UpstreamAnswer, nowMs: number): CircuitChange {
    if (isProbe) this.#isProbing = false
    if (answer.kind === 'limited' && answer.retryAfterMs !== null)
      this.#limitedUntilMs = Math.max(this.#limitedUntilMs, nowMs + answer.retryAfterMs)
    if (answer.kind === 'unavailable' && IS_FAILURE[answer.fault]) return this.#noteFailure(isProbe, nowMs)
    return this.#noteSuccess(isProbe)
  }

  /** For a request whose caller gave up, which says nothing. */
  abandon(isProbe: boolean): void {
    if (isProbe) this.#isProbing = false
  }

  #noteFailure(isProbe: boolean, nowMs: number): CircuitChange {
    this.#failures++
    const isOpen = this.#rests > 0
    if (isOpen ? !isProbe : this.#failures < this.#policy.failures) return null
    const { restMs, longestRestMs } = this.#policy
    this.#rests++
    this.#openUntilMs =
      nowMs + backoff(this.#rests, { firstMs: restMs, longestMs: longestRestMs, chance: 0 }, 0)
    return isOpen ? null : 'opened'
  }

  /** A late answer to a request from before the rest does not end it. */
  #noteSuccess(isProbe: boolean): CircuitChange {
    const isOpen = this.#rests > 0
    if (isOpen && !isProbe) return null
    this.#failures = 0
    this.#rests = 0
    return isOpen ? 'closed' : null
  }
}
