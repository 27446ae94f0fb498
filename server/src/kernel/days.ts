import { HOUR_MS } from './time.ts'

export const DAY_MS = 24 * HOUR_MS

/** The UTC day of a moment, as the number of days since 1970-01-01. */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** A moment in ISO 8601, UTC. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
