import type { Placement } from './api.ts'

const DAY_MS = 86_400_000
/** Days of the calendar before and after today. */
const BEFORE = 30
const AFTER = 60

/** An interval of the calendar, which ranges from 0 to 1. */
export interface Part {
  readonly from: number
  readonly until: number
}

/** The days that the calendar shows around a moment. */
export function calendarAround(nowMs: number) {
  const fromMs = nowMs - BEFORE * DAY_MS
  const untilMs = nowMs + AFTER * DAY_MS
  const at = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / (untilMs - fromMs)))
  return {
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    today: at(nowMs),
    /** Null for a placement outside of the calendar. */
    partOf: ({ startsAt, endsAt }: Pick<Placement, 'startsAt' | 'endsAt'>): Part | null => {
      const from = at(Date.parse(startsAt))
      const until = endsAt === null ? 1 : at(Date.parse(endsAt))
      return from < until ? { from, until } : null
    },
  }
}
