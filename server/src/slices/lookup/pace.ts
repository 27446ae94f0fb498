import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'

/** `awaited` when somebody is waiting for the answer. */
export type Urgency = 'awaited' | 'background'

export interface EarlierLookups {
  /** Start of the latest lookup; null when there was none. */
  readonly lastAtMs: number | null
  /** The number of lookups in the minute before a moment, and the start of the first of them. */
  readonly countBefore: (ms: number) => Promise<{ count: number; firstAtMs: number | null }>
}

export interface Pace {
  /** Maximum number of lookups that may start in any minute, of any urgency. */
  readonly perMinute: number
  readonly urgency: Urgency
  /** Varies the pause before the lookup; 0 <= random < 1. */
  readonly random: number
}

export type Admission =
  /** May start at that moment, which is now or soon. */
  | { kind: 'admitted'; atMs: number }
  /** The budget is used up until then. */
  | { kind: 'full'; untilMs: number }

/** A request may be sent a little after its lookup starts, so the budget is counted over a slightly longer minute. */
export const LONG_MINUTE_MS = 61_000
/** The furthest ahead that an awaited lookup is scheduled. */
const MAX_DELAY_MS = 5000
/** Lookups scheduled further ahead come from a wrong clock and are ignored. */
export const MAX_AHEAD_MS = MINUTE_MS
/** The longest validity of an answer; longer ones come from a wrong clock and are ignored. */
export const MAX_VALIDITY_MS = 25 * HOUR_MS
/** The share of the budget that background lookups may use; the rest is left to people. */
export const BACKGROUND_SHARE = 1 / 2
/** Minimum pause between lookups, as a share of the even spacing. */
const MIN_SPACING_SHARE = 1 / 8

/**
 * Decides when the next lookup may start. The budget is never exceeded in any minute. Background lookups are
 * never queued. Pauses are randomised, so that requests are not regular.
 */
export async function admit(earlierLookups: EarlierLookups, pace: Pace, nowMs: number): Promise<Admission> {
  const { perMinute, urgency, random } = pace
  const spacingMs = Math.round((MINUTE_MS / perMinute) * MIN_SPACING_SHARE * (0.5 + random))
  const atMs = Math.max(nowMs, earlierLookups.lastAtMs === null ? nowMs : earlierLookups.lastAtMs + spacingMs)
  const maxDelayMs = urgency === 'awaited' ? MAX_DELAY_MS : 0
  if (atMs - nowMs > maxDelayMs) return { kind: 'full', untilMs: atMs - maxDelayMs }
  const maxCount = urgency === 'awaited' ? perMinute : Math.ceil(perMinute * BACKGROUND_SHARE)
  const { count, firstAtMs } = await earlierLookups.countBefore(atMs)
  if (count < maxCount || firstAtMs === null) return { kind: 'admitted', atMs }
  return { kind: 'full', untilMs: Math.max(nowMs, firstAtMs + LONG_MINUTE_MS) }
}
