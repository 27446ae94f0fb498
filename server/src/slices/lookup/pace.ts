/** `awaited` when somebody waits for the answer. */
export type Urgency = 'awaited' | 'background'

export interface EarlierLookups {
  /** Beginning of the latest; null when there was none. */
  readonly lastAtMs: number | null
  /** Number of lookups in the minute before a moment, and the beginning of the first. */
  readonly before: (ms: number) => Promise<{ count: number; firstAtMs: number | null }>
}

export interface Pace {
  /** Most that may begin in any minute, whoever they are for. */
  readonly perMinute: number
  readonly urgency: Urgency
  /** Random number from 0 to below 1. */
  readonly random: number
}

export type Admission =
  /** May begin at that moment, now or soon. */
  | { kind: 'go'; atMs: number }
  /** The budget is used up until then. */
  | { kind: 'full'; untilMs: number }

/** A request may be sent a little later than it begins, so the minute that is counted is a little longer. */
export const LONG_MINUTE_MS = 61_000
/** The furthest ahead that a lookup is planned for somebody who waits. */
const MAX_DELAY_MS = 5000
/** Lookups planned further ahead come from a wrong clock and are ignored. */
export const FURTHEST_MS = 60_000
/** The longest that an answer is valid; longer times come from a wrong clock and are ignored. */
export const MAX_VALID_MS = 25 * 3_600_000
/** Least time between two lookups, as a share of the time between lookups that are evenly spread. */
const SPACING = 1 / 8

/**
 * When the next lookup may begin. Never are there more than the budget in a minute; those of the background leave half
 * of it to people, and never wait in line. The time between two is uneven, so that requests are not regular.
 */
export async function admit(earlier: EarlierLookups, pace: Pace, nowMs: number): Promise<Admission> {
  const { perMinute, urgency, random } = pace
  const spacingMs = Math.round((60_000 / perMinute) * SPACING * (0.5 + random))
  const atMs = Math.max(nowMs, earlier.lastAtMs === null ? nowMs : earlier.lastAtMs + spacingMs)
  const longestDelayMs = urgency === 'awaited' ? MAX_DELAY_MS : 0
  if (atMs - nowMs > longestDelayMs) return { kind: 'full', untilMs: atMs - longestDelayMs }
  const most = urgency === 'awaited' ? perMinute : Math.ceil(perMinute / 2)
  const { count, firstAtMs } = await earlier.before(atMs)
  if (count < most || firstAtMs === null) return { kind: 'go', atMs }
  return { kind: 'full', untilMs: Math.max(nowMs, firstAtMs + LONG_MINUTE_MS) }
}
