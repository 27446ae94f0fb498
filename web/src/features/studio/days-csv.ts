import { csvOf } from '../../lib/csv.ts'
import { COUNTERS } from '../../ui/counters/counters.ts'
import type { Overview } from './api.ts'

/** The sums of each day as CSV. */
export function daysCsv({ series }: Overview): string {
  return csvOf(
    ['date', ...COUNTERS],
    series.map(day => [day.date, ...COUNTERS.map(counter => day[counter])]),
  )
}
