import { backoff } from '../../kernel/backoff.ts'
import { isObject } from '../../kernel/json-object.ts'
import type { RetryPolicy, UpstreamAnswer, UpstreamFault } from '../../kernel/upstream.ts'
import type { Method } from './request.ts'

/** Answers after which the same request may be sent again. */
export const IS_RETRIED: Readonly<
  Record<UpstreamFault | Exclude<UpstreamAnswer['kind'], 'unavailable'>, boolean>
> = {
  ok: false,
  refused: false,
  absent: false,
  limited: true,
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

/** RFC 9110, section 9.2.2. */
const IS_IDEMPOTENT: Readonly<Record<Method, boolean>> = {
  GET: true,
  PUT: true,
  DELETE: true,
  POST: false,
  PATCH: false,
}

/** What is known when a try has ended. */
export interface TryEnded {
  readonly method: Method
  readonly answer: UpstreamAnswer
  /** From 1. */
  readonly tries: number
  /** Since the first one began. */
  readonly elapsedMs: number
}

/**
 * How long to wait before the next try, or null for none: exponential backoff with full jitter; where the upstream
 * says when to come back, not before, and not all at once.
 *
 * @param random from 0 to below 1.
 */
export function pauseBefore(
  next: RetryPolicy,
  { method, answer, tries, elapsedMs }: TryEnded,
  random: number,
): number | null {
  if (tries >= next.tries || !IS_IDEMPOTENT[method] || !IS_RETRIED[outcomeOf(answer)]) return null
  const told = 'retryAfterMs' in answer ? answer.retryAfterMs : null
  const { firstPauseMs: firstMs, longestPauseMs: longestMs } = next
  const pause =
    told === null ? backoff(tries, { firstMs, longestMs, chance: 1 }, random) : told + random * firstMs
  return elapsedMs + pause < next.totalMs ? Math.round(pause) : null
}

/** The kind, or the fault of what is unavailable. */
export function outcomeOf(answer: UpstreamAnswer): keyof typeof IS_RETRIED {
  return answer.kind === 'unavailable' ? answer.fault : answer.kind
}

/** Longest that an upstream is believed to want to be left alone. */
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000

/** Milliseconds from now (RFC 9110, section 10.2.3: seconds, or a date); null when not told or not understood. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : httpDate(text) - nowMs
  return Number.isNaN(ms) ? null : Math.ceil(Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS))
}

/**
 * The same out of the body of a refusal, for those that say it there alone: seconds as `errors[].retry_after_seconds`
 * (Patreon) or `retry_after` (Discord).
 */
export function retryAfterInBody(body: unknown): number | null {
  if (!isObject(body)) return null
  const first: unknown = Array.isArray(body.errors) ? body.errors[0] : undefined
  const seconds = isObject(first) ? first.retry_after_seconds : body.retry_after
  return readRetryAfter(String(seconds), 0)
}

/** `Date.parse` takes much for a date that is none, such as `-5`. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]+, .*GMT$/.test(text) ? Date.parse(text) : Number.NaN
}
