import { backoffMs } from '../../kernel/backoff.ts'
import { isAhead } from '../../kernel/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'

/** The stored budget, shared by all processes and all origins of lookups. Lookups "rest" while none may start. */
export interface Budget {
  /** No lookup starts before this time. */
  readonly nextAtMs: number
  readonly restUntilMs: number
  readonly restReason: RestReason | null
  /** Consecutive failed lookups. */
  readonly failures: number
}

/** `limited`: the platform answered 429; `refused`: it refuses our account; `failing`: its answers fail. */
export type RestReason = 'limited' | 'refused' | 'failing'

/** The lookups of the last minute. */
export interface LastMinute {
  readonly count: number
  /** Null when there was none. */
  readonly firstAtMs: number | null
}

export type Admission = { kind: 'start' } | { kind: 'wait'; untilMs: number; restReason: RestReason | null }

/** The longest rest. */
const MAX_REST_MS = 25 * HOUR_MS
/** Largest difference between clocks of two processes; times further ahead come from a wrong clock and are ignored. */
export const MAX_SKEW_MS = MINUTE_MS
/** Fraction of the even spacing by which it is randomly longer or shorter. */
const JITTER = 0.25

/**
 * Decides if a lookup may start now: at most `perMinute` in any minute, and not before the drawn spacing has passed.
 */
export function admit(budget: Budget, lastMinute: LastMinute, perMinute: number, nowMs: number): Admission {
  const { nextAtMs, restReason } = budget
  const restEndMs = restEndMsOf(budget, nowMs)
  if (restEndMs > nowMs) return { kind: 'wait', untilMs: restEndMs, restReason }
  if (isAhead(nextAtMs, nowMs, drawSpacingMs(perMinute, 1) + MAX_SKEW_MS))
    return { kind: 'wait', untilMs: nextAtMs, restReason: null }
  if (lastMinute.count < perMinute || lastMinute.firstAtMs === null) return { kind: 'start' }
  return { kind: 'wait', untilMs: lastMinute.firstAtMs + MINUTE_MS, restReason: null }
}

/** When the rest of all lookups ends; now, if they are not resting. */
export function restEndMsOf({ restUntilMs }: Pick<Budget, 'restUntilMs'>, nowMs: number): number {
  return isAhead(restUntilMs, nowMs, MAX_REST_MS + MAX_SKEW_MS) ? restUntilMs : nowMs
}

/** Milliseconds between two lookups, randomised so that requests are not regular. @param random 0 <= random < 1 */
export function drawSpacingMs(perMinute: number, random: number): number {
  return Math.round((MINUTE_MS / perMinute) * (1 - JITTER + 2 * JITTER * random))
}

/** Reasons why a lookup decided nothing, as far as they concern all lookups. */
export type LookupFailure =
  | { kind: 'limited'; retryAfterMs: number | null }
  | { kind: 'refused' }
  | { kind: 'failed'; retryAfterMs: number | null }
  /** The upstream's circuit was open, so no request was sent. */
  | { kind: 'unasked'; restMs: number }

export const REST_REASONS = {
  limited: 'limited',
  refused: 'refused',
  failed: 'failing',
  unasked: 'failing',
} as const satisfies Record<LookupFailure['kind'], RestReason>

/** Consecutive failures that do not make all lookups rest. */
const TOLERATED_FAILURES = 2

/**
 * Milliseconds for which all lookups rest after a failure: a little longer than the platform asked for, or doubling
 * with each consecutive failure. 0 for no rest.
 *
 * @param failures consecutive failures, including this one
 * @param random 0 <= random < 1
 */
export function restMsAfter(failure: LookupFailure, failures: number, random: number): number {
  switch (failure.kind) {
    case 'limited':
      if (failure.retryAfterMs !== null) return requestedRestMs(failure.retryAfterMs, random)
      return pauseMsAfter(failures, MINUTE_MS, HOUR_MS, random)
    case 'refused':
      return pauseMsAfter(failures, HOUR_MS, 24 * HOUR_MS, random)
    case 'unasked':
      return requestedRestMs(failure.restMs, random)
    case 'failed':
      if (failure.retryAfterMs !== null) return requestedRestMs(failure.retryAfterMs, random)
      if (failures <= TOLERATED_FAILURES) return 0
      return pauseMsAfter(failures - TOLERATED_FAILURES, 10_000, 10 * MINUTE_MS, random)
  }
}

/** Adds up to a tenth at random, so that processes do not all continue at once. */
function requestedRestMs(ms: number, random: number): number {
  return Math.min(MAX_REST_MS, Math.round(ms + random * Math.max(1000, ms / 10)))
}

function pauseMsAfter(failures: number, firstMs: number, longestMs: number, random: number): number {
  return Math.round(backoffMs(failures, { firstMs, longestMs, randomShare: 0.25 }, random))
}

const FIRST_RETRY_MS = 30_000
export const MAX_RETRY_MS = 6 * HOUR_MS

/** Milliseconds before an avatar whose lookup failed is looked up again. */
export function retryPauseMs(failures: number, random: number): number {
  return pauseMsAfter(failures, FIRST_RETRY_MS, MAX_RETRY_MS, random)
}
