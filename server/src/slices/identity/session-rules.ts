import { createHash } from 'node:crypto'

const DAY_MS = 86_400_000

/** Design, "Paths": 30 days rolling. */
export const SESSION_MS = 30 * DAY_MS
/** A session is renewed when it was last seen so long ago, so that not every request writes. */
export const RENEWED_AFTER_MS = 3_600_000
/** Of one person; the oldest makes way. */
export const MOST_SESSIONS = 50

/** Random bytes in the cookie: it cannot be guessed, so that a plain hash keeps it. */
export const SESSION_BYTES = 32

const VALUE = /^[\w-]{43}$/

/** What is stored of a cookie's value; null for what no session ever had. */
export function hashOfSession(value: string): string | null {
  return VALUE.test(value) ? createHash('sha256').update(value).digest('hex') : null
}

export function isDueForRenewal(seenAtMs: number, nowMs: number): boolean {
  return nowMs - seenAtMs >= RENEWED_AFTER_MS
}
