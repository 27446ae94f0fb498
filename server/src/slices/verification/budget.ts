import { backoff } from '../../kernel/backoff.ts'
import { isAhead } from '../../kernel/clock.ts'

/** As it is stored: one for all processes, whatever they look up and why. */
export interface Budget {
  /** No lookup begins before. */
  readonly nextAtMs: number
  readonly restUntilMs: number
  readonly restReason: RestReason | null
  /** Lookups in a row that came to nothing. */
  readonly failures: number
}

/** `limited`: the platform asked for it; `refused`: it does not let our account in; `failing`: it is not well. */
export type RestReason = 'limited' | 'refused' | 'failing'

/** Lookups of the last minute. */
export interface LastMinute {
  readonly count: number
  /** Null when there was none. */
  readonly firstAtMs: number | null
}

export type Admission = { kind: 'go' } | { kind: 'wait'; untilMs: number; restReason: RestReason | null }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Longest that anything makes it rest. */
const LONGEST_REST_MS = 25 * HOUR_MS
/** By how much the clocks of two processes may differ. What is further ahead than can be was written by a wrong one. */
export const SKEW_MS = MINUTE_MS
/** Share of the even spacing by which it is made uneven, in both directions. */
const JITTER = 0.25

/** Whether a lookup may begin now: never more than `perMinute` in any minute, never closer than was drawn. */
export function admit(budget: Budget, lastMinute: LastMinute, perMinute: number, nowMs: number): Admission {
  const { nextAtMs, restReason } = budget
  const restsUntilMs = restEndOf(budget, nowMs)
  if (restsUntilMs > nowMs) return { kind: 'wait', untilMs: restsUntilMs, restReason }
  if (isAhead(nextAtMs, nowMs, spacing(perMinute, 1) + SKEW_MS))
    return { kind: 'wait', untilMs: nextAtMs, restReason: null }
  if (lastMinute.count < perMinute || lastMinute.firstAtMs === null) return { kind: 'go' }
  return { kind: 'wait', untilMs: lastMinute.firstAtMs + MINUTE_MS, restReason: null }
}

/** When all lookups go on: now, if they do not rest. */
export function restEndOf({ restUntilMs }: Pick<Budget, 'restUntilMs'>, nowMs: number): number {
  return isAhead(restUntilMs, nowMs, LONGEST_REST_MS + SKEW_MS) ? restUntilMs : nowMs
}

/** How long after one lookup the next may begin: uneven, so that the platform sees no drumbeat. @param random 0 to <1 */
export function spacing(perMinute: number, random: number): number {
  return Math.round((MINUTE_MS / perMinute) * (1 - JITTER + 2 * JITTER * random))
}

/** Why a lookup came to nothing, as far as it concerns all lookups. */
export type LookupFailure =
  | { kind: 'limited'; retryAfterMs: number | null }
  | { kind: 'refused' }
  | { kind: 'failed'; retryAfterMs: number | null }
  /** Nobody asked, as whoever watches over the platform's health held it back. */
  | { kind: 'unasked'; forMs: number }

export const REST_REASONS = {
  limited: 'limited',
  refused: 'refused',
  failed: 'failing',
  unasked: 'failing',
} as const satisfies Record<LookupFailure['kind'], RestReason>

/** Failures in a row that are taken for trouble of single avatars. */
const TOLERATED_FAILURES = 2

/**
 * How long every lookup rests after a failure: as long as was asked for and a little longer, or twice as long with each
 * failure in a row. Zero when it does not rest.
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

/** Not before, and not all who were told the same at once. */
function requestedRest(ms: number, random: number): number {
  return Math.min(LONGEST_REST_MS, Math.round(ms + random * Math.max(1000, ms / 10)))
}

function pauseAfter(failures: number, firstMs: number, longestMs: number, random: number): number {
  return Math.round(backoff(failures, { firstMs, longestMs, chance: 0.25 }, random))
}

const FIRST_RETRY_MS = 30_000
export const LONGEST_RETRY_MS = 6 * HOUR_MS

/** How long an avatar waits after a lookup of its own came to nothing, so that others get their turn. */
export function retryAfter(tries: number, random: number): number {
  return pauseAfter(tries, FIRST_RETRY_MS, LONGEST_RETRY_MS, random)
}
