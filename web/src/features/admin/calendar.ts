import type { Placement } from './api.ts'

const DAY_MS = 86_400_000
const DAYS_BEFORE_TODAY = 30
const DAYS_AFTER_TODAY = 60

/** The interval of a placement in the calendar, whose first moment is 0 and whose last is 1. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** The days that the calendar shows around a moment. */
export function calendarAround(nowMs: number) {
  const fromMs = nowMs - DAYS_BEFORE_TODAY * DAY_MS
  const untilMs = nowMs + DAYS_AFTER_TODAY * DAY_MS
  const positionOf = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / (untilMs - fromMs)))
  return {
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    /** Between 0 and 1, as in an interval. */
    todayPosition: positionOf(nowMs),
    /** Null for a placement outside of the calendar. */
    intervalOf: ({ startsAt, endsAt }: Pick<Placement, 'startsAt' | 'endsAt'>): Interval | null => {
      const start = positionOf(Date.parse(startsAt))
      const end = endsAt === null ? 1 : positionOf(Date.parse(endsAt))
      return start < end ? { start, end } : null
    },
  }
}
