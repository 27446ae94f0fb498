import { backoffMs } from '../../kernel/backoff.ts'
import type { UpstreamAnswer, UpstreamFault } from '../../kernel/upstream.ts'

/** True for faults that count as failures of the upstream. The other faults come from an upstream that works. */
export const IS_FAILURE: Readonly<Record<UpstreamFault, boolean>> = {
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
  /** Consecutive failures after which the circuit opens. */
  readonly maxFailures: number
  /** Time for which it stays open at first; each failed probe doubles it. */
  readonly restMs: number
  readonly longestRestMs: number
}

/** When `isProbe` is true, this attempt decides whether the circuit closes. */
export type CircuitDecision =
  | { readonly kind: 'send'; readonly isProbe: boolean }
  /** `waitMs` is 0 while a probe is running. */
  | { readonly kind: 'resting'; readonly waitMs: number }
  /** An earlier answer was 429. */
  | { readonly kind: 'limited'; readonly waitMs: number }

/** `limited` while a limit of the upstream holds; `resting` after failures, until a probe succeeds. */
export interface CircuitStatus {
  readonly state: 'closed' | 'limited' | 'resting'
  /** When the next attempt may be sent; null when it may be sent now. */
  readonly untilMs: number | null
}

export type CircuitChange = 'opened' | 'closed' | null

/**
 * Stops attempts to an upstream that fails, and to one that set a limit until that ends. A closed circuit lets all
 * attempts through. An open one lets none through for a while, then one as a probe, whose answer closes the circuit or
 * keeps it open for longer.
 */
export class Circuit {
  readonly #policy: CircuitPolicy
  #failureCount = 0
  /** Number of times that the circuit has opened since the last success. */
  #restCount = 0
  #openUntilMs = 0
  #limitedUntilMs = 0
  #isProbing = false

  constructor(policy: CircuitPolicy) {
    this.#policy = policy
  }

  /** Each attempt that may be sent must end with `note` or `abandon`. */
  decide(nowMs: number): CircuitDecision {
    if (nowMs < this.#limitedUntilMs) return { kind: 'limited', waitMs: this.#limitedUntilMs - nowMs }
    if (this.#restCount === 0) return { kind: 'send', isProbe: false }
    if (nowMs < this.#openUntilMs) return { kind: 'resting', waitMs: this.#openUntilMs - nowMs }
    if (this.#isProbing) return { kind: 'resting', waitMs: 0 }
    this.#isProbing = true
    return { kind: 'send', isProbe: true }
  }

  statusAt(nowMs: number): CircuitStatus {
    if (nowMs < this.#limitedUntilMs) return { state: 'limited', untilMs: this.#limitedUntilMs }
    if (this.#restCount === 0) return { state: 'closed', untilMs: null }
    return { state: 'resting', untilMs: Math.max(nowMs, this.#openUntilMs) }
  }

  /** Ends an attempt with its answer. */
  note(isProbe: boolean, answer: UpstreamAnswer, nowMs: number): CircuitChange {
    if (isProbe) this.#isProbing = false
    if (answer.kind === 'limited' && answer.retryAfterMs !== null)
      this.#limitedUntilMs = Math.max(this.#limitedUntilMs, nowMs + answer.retryAfterMs)
    if (answer.kind === 'unavailable' && IS_FAILURE[answer.fault]) return this.#noteFailure(isProbe, nowMs)
    return this.#noteSuccess(isProbe)
  }

  /** Ends an attempt on which its caller gave up; that says nothing about the upstream. */
  abandon(isProbe: boolean): void {
    if (isProbe) this.#isProbing = false
  }

  #noteFailure(isProbe: boolean, nowMs: number): CircuitChange {
    this.#failureCount++
    const isOpen = this.#restCount > 0
    if (isOpen ? !isProbe : this.#failureCount < this.#policy.maxFailures) return null
    const { restMs, longestRestMs } = this.#policy
    this.#restCount++
    this.#openUntilMs =
      nowMs + backoffMs(this.#restCount, { firstMs: restMs, longestMs: longestRestMs, randomShare: 0 }, 0)
    return isOpen ? null : 'opened'
  }

  /** A late answer to an attempt from before the circuit opened does not close it. */
  #noteSuccess(isProbe: boolean): CircuitChange {
    const isOpen = this.#restCount > 0
    if (isOpen && !isProbe) return null
    this.#failureCount = 0
    this.#restCount = 0
    return isOpen ? 'closed' : null
  }
}
