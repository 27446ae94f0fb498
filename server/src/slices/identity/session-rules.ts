import { hash } from 'node:crypto'
import { DAY_MS } from '../../kernel/days.ts'
import { HOUR_MS } from '../../kernel/time.ts'

/** A session lasts 30 days from the last visit. */
export const SESSION_MS = 30 * DAY_MS
/** A session is renewed at most once in this time, so that few requests write. */
export const RENEWED_AFTER_MS = HOUR_MS
/** A person's oldest session ends when they have more. */
export const MAX_SESSIONS = 50

/** 256 random bits cannot be guessed, so a plain hash of them is safe to store. */
export const SESSION_BYTES = 32

const VALUE = /^[\w-]{43}$/

/** The stored form of a cookie's value; null when the value has another form. */
export function hashOfSession(value: string): string | null {
  return VALUE.test(value) ? hash('sha256', value, 'hex') : null
}

export function isDueForRenewal(seenAtMs: number, nowMs: number): boolean {
  return nowMs - seenAtMs >= RENEWED_AFTER_MS
}
