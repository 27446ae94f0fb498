import { backoffMs } from '../../kernel/backoff.ts'
import { isObject } from '../../kernel/json-object.ts'
import type { RetryPolicy, UpstreamAnswer, UpstreamFault } from '../../kernel/upstream.ts'
import { IS_FAILURE } from './circuit.ts'
import type { Method } from './request.ts'

/** RFC 9110, section 9.2.2. */
const IS_IDEMPOTENT: Readonly<Record<Method, boolean>> = {
  GET: true,
  PUT: true,
  DELETE: true,
  POST: false,
  PATCH: false,
}

interface EndedAttempt {
  readonly method: Method
  readonly answer: UpstreamAnswer
  /** Attempts so far, this one included. */
  readonly attempts: number
  /** Milliseconds since the first one began. */
  readonly elapsedMs: number
}

/**
 * Returns the milliseconds until the next attempt, or null for none: exponential backoff with full jitter, or the wait
 * that the upstream asked for plus some jitter.
 * @param random from 0 to below 1.
 */
export function pauseBeforeRetry(
  policy: RetryPolicy,
  { method, answer, attempts, elapsedMs }: EndedAttempt,
  random: number,
): number | null {
  if (attempts >= policy.maxAttempts || !IS_IDEMPOTENT[method] || !isRetryable(answer)) return null
  const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : null
  const { firstPauseMs: firstMs, longestPauseMs: longestMs } = policy
  const pauseMs =
    retryAfterMs === null
      ? backoffMs(attempts, { firstMs, longestMs, randomShare: 1 }, random)
      : retryAfterMs + random * firstMs
  return elapsedMs + pauseMs < policy.totalMs ? Math.round(pauseMs) : null
}

/** True when the same request may succeed later. */
function isRetryable(answer: UpstreamAnswer): boolean {
  return answer.kind === 'limited' || (answer.kind === 'unavailable' && IS_FAILURE[answer.fault])
}

/** The kind of an answer, or the fault when the upstream is unavailable. */
export function outcomeOf(
  answer: UpstreamAnswer,
): UpstreamFault | Exclude<UpstreamAnswer['kind'], 'unavailable'> {
  return answer.kind === 'unavailable' ? answer.fault : answer.kind
}

/** If an upstream asks for a longer wait, it is shortened to this. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000

/** Milliseconds from now (RFC 9110, section 10.2.3: seconds or a date); null when absent or invalid. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : httpDate(text) - nowMs
  return Number.isNaN(ms) ? null : Math.ceil(Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS))
}

/**
 * The wait in the body of a 429 in milliseconds: seconds as `errors[].retry_after_seconds` (Patreon) or `retry_after`
 * (Discord); null when absent or invalid.
 */
export function retryAfterInBody(body: unknown): number | null {
  if (!isObject(body)) return null
  const error: unknown = Array.isArray(body.errors) ? body.errors[0] : undefined
  const seconds = isObject(error) ? error.retry_after_seconds : body.retry_after
  return readRetryAfter(String(seconds), 0)
}

/** Checks the form first, because `Date.parse` accepts other texts, such as `-5`. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]+, .*GMT$/.test(text) ? Date.parse(text) : Number.NaN
}
