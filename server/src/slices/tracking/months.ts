import { DAY_MS } from '../../kernel/days.ts'

/** The number of the month of a UTC day; consecutive months differ by one. */
export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
