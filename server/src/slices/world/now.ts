import type { Clock } from '../../kernel/clock.ts'

const SECOND_MS = 1000

/** The second that it is, in milliseconds since the epoch. */
export function secondOf(clock: Clock): number {
  return Math.floor(clock.now() / SECOND_MS) * SECOND_MS
}

/**
 * `now` of an answer. In whole seconds, so that all who ask the same within one get the same bytes, with one tag and
 * one compression.
 */
export function nowOf(clock: Clock): string {
  return timestampOf(clock.now())
}

/** A moment as `now` tells it. */
export function timestampOf(ms: number): string {
  return new Date(Math.floor(ms / SECOND_MS) * SECOND_MS).toISOString()
}
