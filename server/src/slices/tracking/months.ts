const DAY_MS = 86_400_000

/** The month that a UTC day is in, as a number that grows by one each month. */
export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
