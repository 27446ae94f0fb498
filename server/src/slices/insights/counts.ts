import { COUNTERS, type Counter } from '@avatary/contract/insights'
import { recordOf } from '@avatary/contract/records'

export const COUNTER_COUNT = COUNTERS.length

/** One number per counter, in the order of `COUNTERS`. */
export type Counts = readonly number[]

/** Counts of one UTC day (days since 1970-01-01). */
export interface ActiveDay {
  day: number
  counts: Counts
}

export const NO_COUNTS: Counts = COUNTERS.map(() => 0)

/** The index of a counter in `Counts`. */
export function counterIndex(counter: Counter): number {
  return COUNTERS.indexOf(counter)
}

export function countsOf(row: Readonly<Record<Counter, number>>): number[] {
  return COUNTERS.map(counter => row[counter])
}

export function byCounter(counts: Counts): Record<Counter, number> {
  return recordOf(COUNTERS, (_, i) => counts[i]!)
}

export function sum(a: Counts, b: Counts): number[] {
  return a.map((value, i) => value + b[i]!)
}

export function isZero(counts: Counts): boolean {
  return counts.every(value => value === 0)
}

/** Sums over days whose individual counts are not kept. */
export interface EarlierCounts {
  counts: Counts
  activeDays: number
  /** 0 when nothing was counted. */
  firstDay: number
  lastDay: number
}

export const NO_EARLIER_COUNTS: EarlierCounts = { counts: NO_COUNTS, activeDays: 0, firstDay: 0, lastDay: 0 }

export function addEarlier(a: EarlierCounts, b: EarlierCounts): EarlierCounts {
  return {
    counts: sum(a.counts, b.counts),
    activeDays: a.activeDays + b.activeDays,
    firstDay: Math.min(a.firstDay, b.firstDay),
    lastDay: Math.max(a.lastDay, b.lastDay),
  }
}
