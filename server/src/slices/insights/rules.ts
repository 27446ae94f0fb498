import { COUNTERS, type Counter, SPARKLINE_DAYS } from '@avatary/contract/insights'
import { recordOf } from '@avatary/contract/records'
import { DAY_MS, isoOf } from '../../kernel/days.ts'
import { type ActiveDay, byCounter, type Counts, counterIndex, NO_COUNTS, sum } from './counts.ts'
import type { History } from './histories.ts'

const VIEWS_INDEX = counterIndex('views')

/** A range of UTC days, inclusive. */
export interface DayRange {
  from: number
  to: number
}

/** The last `days` days including today, and as many days before them. */
export function windowsOf(today: number, days: number): { window: DayRange; previous: DayRange } {
  const from = today - days + 1
  return { window: { from, to: today }, previous: { from: from - days, to: from - 1 } }
}

export function sparklineDays(today: number): DayRange {
  return { from: today - SPARKLINE_DAYS + 1, to: today }
}

/** The counts of a window and of the one before, with the changes from one to the other. */
export function compareWindows(window: Counts, previous: Counts) {
  return { window: byCounter(window), previous: byCounter(previous), trend: trendOf(window, previous) }
}

/** Changes in percent to one decimal; null when the previous count is not positive. */
export function trendOf(window: Counts, previous: Counts): Record<Counter, number | null> {
  return recordOf(COUNTERS, (_, i) => {
    const [now, before] = [window[i]!, previous[i]!]
    return before <= 0 ? null : rounded(((now - before) / before) * 100, 1)
  })
}

/** Rates to four decimals; 0 when the divisor is 0 or the part is negative. */
export function ratesOf(counts: Counts) {
  const { views, impressions, outbound, likes, favorites } = byCounter(counts)
  return {
    ctr: rate(views, impressions),
    clickThrough: rate(outbound, views),
    likeRate: rate(likes, views),
    saveRate: rate(favorites, views),
  }
}

function rate(part: number, whole: number): number {
  return whole <= 0 ? 0 : rounded(Math.max(0, part) / whole, 4)
}

/** The percentage of the other avatars that rank lower: 100 for the first and for a single avatar, 0 for the last. */
export function percentileOf(rank: number, count: number): number {
  return count <= 1 ? 100 : rounded(((count - rank) / (count - 1)) * 100, 1)
}

/** One entry per day, including days without activity. */
export function seriesOf(days: readonly ActiveDay[], { from, to }: DayRange): ActiveDay[] {
  const countsByDay = new Map(days.map(({ day, counts }) => [day, counts]))
  return Array.from({ length: to - from + 1 }, (_, i) => ({
    day: from + i,
    counts: countsByDay.get(from + i) ?? NO_COUNTS,
  }))
}

export function totalOf(days: readonly ActiveDay[]): Counts {
  return days.reduce<Counts>((total, { counts }) => sum(total, counts), NO_COUNTS)
}

/** Maximum number of days in `peaks`. */
const PEAK_DAYS = 3

/** The days with the most views, most first; ties later day first. Days without views are omitted. */
export function peaksOf(series: readonly ActiveDay[]): ActiveDay[] {
  return series
    .filter(({ counts }) => counts[VIEWS_INDEX]! > 0)
    .sort((a, b) => b.counts[VIEWS_INDEX]! - a.counts[VIEWS_INDEX]! || b.day - a.day)
    .slice(0, PEAK_DAYS)
}

/** Averages are over all days from the first with activity to the last, to two decimals. */
export function activityOf({ totals, activeDays, firstDay, lastDay }: History) {
  const span = firstDay === null || lastDay === null ? 1 : lastDay - firstDay + 1
  return {
    firstDay: firstDay === null ? null : dateOf(firstDay),
    lastDay: lastDay === null ? null : dateOf(lastDay),
    activeDays,
    dailyAverage: byCounter(totals.map(count => rounded(Math.max(0, count) / span, 2))),
  }
}

/** Formats a UTC day as `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return isoOf(day * DAY_MS).slice(0, 10)
}

export function datesOf({ from, to }: DayRange): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => dateOf(from + i))
}

export type DailyCounters = { date: string } & Record<Counter, number>

export function dailyCounters({ day, counts }: ActiveDay): DailyCounters {
  return { date: dateOf(day), ...byCounter(counts) }
}

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
