import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'

const SECOND_MS = 1000

/** The start of the current second, in milliseconds since the epoch. */
export function currentSecondMs(clock: Clock): number {
  return Math.floor(clock.now() / SECOND_MS) * SECOND_MS
}

/**
 * The `now` of an answer, in whole seconds, so that equal requests within a second get the same bytes, ETag and
 * compressed form.
 */
export function nowText(clock: Clock): string {
  return timestampOf(clock.now())
}

/** Formats a time in whole seconds. */
export function timestampOf(ms: number): string {
  return isoOf(Math.floor(ms / SECOND_MS) * SECOND_MS)
}
