/** Who a lookup is for: somebody who waits for the answer, or nobody. */
export type Urgency = 'awaited' | 'background'

/** What is known of the lookups that have begun, or will: by all processes. */
export interface EarlierLookups {
  /** Of the latest; null when there was none. */
  readonly lastAtMs: number | null
  /** Of the minute before a moment: how many, and when the first of them began. */
  readonly before: (ms: number) => Promise<{ count: number; firstAtMs: number | null }>
}

export interface Pace {
  /** Most that may begin in any minute, whoever they are for. */
  readonly perMinute: number
  readonly urgency: Urgency
  /** From 0 to below 1. */
  readonly random: number
}

export type Admission =
  /** May begin at that moment, now or soon. */
  | { kind: 'go'; atMs: number }
  /** The budget is used up until then. */
  | { kind: 'full'; untilMs: number }

/** A request may be sent a little later than it begins, so the minute that is counted is a little longer. */
export const MINUTE_MS = 61_000
/** How far ahead a lookup is planned for somebody who waits; what comes later is better asked for again. */
const LONGEST_DELAY_MS = 5000
/** A lookup that a wrong clock planned further ahead than this is as good as none. */
export const FURTHEST_MS = 60_000
/** Longest that a question is held; what a wrong clock holds for longer is not. */
export const LONGEST_VALID_MS = 25 * 3_600_000
/** Lookups come in bursts, as people do; between two is at least about this share of the even distance. */
const SPACING = 1 / 8

/**
 * When the next lookup may begin. Never are there more than the budget in a minute; those of the background leave half
 * of it to people, and never wait in line. The distance between two is uneven, so that the index sees no drumbeat.
 */
export async function admit(earlier: EarlierLookups, pace: Pace, nowMs: number): Promise<Admission> {
  const { perMinute, urgency, random } = pace
  const spacingMs = Math.round((60_000 / perMinute) * SPACING * (0.5 + random))
  const atMs = Math.max(nowMs, earlier.lastAtMs === null ? nowMs : earlier.lastAtMs + spacingMs)
  const longestDelayMs = urgency === 'awaited' ? LONGEST_DELAY_MS : 0
  if (atMs - nowMs > longestDelayMs) return { kind: 'full', untilMs: atMs - longestDelayMs }
  const most = urgency === 'awaited' ? perMinute : Math.ceil(perMinute / 2)
  const { count, firstAtMs } = await earlier.before(atMs)
  if (count < most || firstAtMs === null) return { kind: 'go', atMs }
  return { kind: 'full', untilMs: Math.max(nowMs, firstAtMs + MINUTE_MS) }
}
