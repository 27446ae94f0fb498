import { hash } from 'node:crypto'
import { DAY_MS } from '../../kernel/days.ts'
import { HOUR_MS } from '../../kernel/time.ts'

/** A session lasts 30 days from the last visit. */
export const SESSION_MS = 30 * DAY_MS
/** A session is renewed at most once in this time, so that few requests cause a write. */
export const RENEWAL_INTERVAL_MS = HOUR_MS
/** Maximum number of sessions per person; a further one ends the oldest. */
export const MAX_SESSIONS = 50

/** 256 random bits cannot be guessed, so it is safe to store a plain hash of them. */
export const SESSION_BYTES = 32

/** `SESSION_BYTES` in base64url. */
const SESSION_VALUE = /^[\w-]{43}$/

/** The stored form of a cookie's value; null when the value does not have the form of a session. */
export function hashOfSession(value: string): string | null {
  return SESSION_VALUE.test(value) ? hash('sha256', value, 'hex') : null
}

export function isDueForRenewal(seenAtMs: number, nowMs: number): boolean {
  return nowMs - seenAtMs >= RENEWAL_INTERVAL_MS
}
