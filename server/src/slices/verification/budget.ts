import { backoff } from '../../kernel/backoff.ts'
import { isAhead } from '../../kernel/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'

/** The stored budget, one for all processes and origins. */
export interface Budget {
  /** No lookup begins before. */
  readonly nextAtMs: number
  readonly restUntilMs: number
  readonly restReason: RestReason | null
  /** Failed lookups in a row. */
  readonly failures: number
}

/** `limited`: the platform answered 429; `refused`: it refuses our account; `failing`: its answers fail. */
export type RestReason = 'limited' | 'refused' | 'failing'

/** Lookups of the last minute. */
export interface LastMinute {
  readonly count: number
  /** Null when there was none. */
  readonly firstAtMs: number | null
}

export type Admission = { kind: 'go' } | { kind: 'wait'; untilMs: number; restReason: RestReason | null }

/** The longest rest. */
const MAX_REST_MS = 25 * HOUR_MS
/** The most that clocks of two processes may differ; times further ahead come from a wrong clock and are ignored. */
export const SKEW_MS = MINUTE_MS
/** Share of the even spacing that is added or taken away at random. */
const JITTER = 0.25

/** Decides if a lookup may begin now: never more than `perMinute` in any minute, never closer than was drawn. */
export function admit(budget: Budget, lastMinute: LastMinute, perMinute: number, nowMs: number): Admission {
  const { nextAtMs, restReason } = budget
  const restsUntilMs = restEndOf(budget, nowMs)
  if (restsUntilMs > nowMs) return { kind: 'wait', untilMs: restsUntilMs, restReason }
  if (isAhead(nextAtMs, nowMs, spacing(perMinute, 1) + SKEW_MS))
    return { kind: 'wait', untilMs: nextAtMs, restReason: null }
  if (lastMinute.count < perMinute || lastMinute.firstAtMs === null) return { kind: 'go' }
  return { kind: 'wait', untilMs: lastMinute.firstAtMs + MINUTE_MS, restReason: null }
}

/** The time at which the rest of all lookups ends: now, when there is none. */
export function restEndOf({ restUntilMs }: Pick<Budget, 'restUntilMs'>, nowMs: number): number {
  return isAhead(restUntilMs, nowMs, MAX_REST_MS + SKEW_MS) ? restUntilMs : nowMs
}

/** Milliseconds between two lookups, uneven so that requests are not regular. @param random from 0 to below 1 */
export function spacing(perMinute: number, random: number): number {
  return Math.round((MINUTE_MS / perMinute) * (1 - JITTER + 2 * JITTER * random))
}

/** The reason why a lookup decided nothing, as far as it concerns all lookups. */
export type LookupFailure =
  | { kind: 'limited'; retryAfterMs: number | null }
  | { kind: 'refused' }
  | { kind: 'failed'; retryAfterMs: number | null }
  /** The upstream's circuit was open, so no request was sent. */
  | { kind: 'unasked'; forMs: number }

export const REST_REASONS = {
  limited: 'limited',
  refused: 'refused',
  failed: 'failing',
  unasked: 'failing',
} as const satisfies Record<LookupFailure['kind'], RestReason>

/** Failures in a row that do not make all lookups rest. */
const TOLERATED_FAILURES = 2

/**
 * Milliseconds that all lookups rest after a failure: a little longer than the platform asked for, or twice as long with
 * each failure in a row. Zero when it does not rest.
 *
 * @param failures in a row, this one included
 * @param random from 0 to below 1
 */
export function restAfter(failure: LookupFailure, failures: number, random: number): number {
  switch (failure.kind) {
    case 'limited':
      if (failure.retryAfterMs !== null) return requestedRest(failure.retryAfterMs, random)
      return pauseAfter(failures, MINUTE_MS, HOUR_MS, random)
    case 'refused':
      return pauseAfter(failures, HOUR_MS, 24 * HOUR_MS, random)
    case 'unasked':
      return requestedRest(failure.forMs, random)
    case 'failed':
      if (failure.retryAfterMs !== null) return requestedRest(failure.retryAfterMs, random)
      if (failures <= TOLERATED_FAILURES) return 0
      return pauseAfter(failures - TOLERATED_FAILURES, 10_000, 10 * MINUTE_MS, random)
  }
}

/** Adds up to a tenth, so that not all processes go on at once. */
function requestedRest(ms: number, random: number): number {
  return Math.min(MAX_REST_MS, Math.round(ms + random * Math.max(1000, ms / 10)))
}

function pauseAfter(failures: number, firstMs: number, longestMs: number, random: number): number {
  return Math.round(backoff(failures, { firstMs, longestMs, chance: 0.25 }, random))
}

const FIRST_RETRY_MS = 30_000
export const MAX_RETRY_MS = 6 * HOUR_MS

/** Milliseconds before an avatar whose lookup failed is looked up again. */
export function retryAfter(attempts: number, random: number): number {
  return pauseAfter(attempts, FIRST_RETRY_MS, MAX_RETRY_MS, random)
}
