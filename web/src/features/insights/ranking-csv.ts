import { csvOf } from '../../lib/csv.ts'
import { COUNTERS, RATES } from '../../ui/counters/counters.ts'
import type { InsightsRow } from './api.ts'

/** The rows of a page of the ranking as CSV, with the interface's exact numbers. */
export function rankingCsv(rows: readonly InsightsRow[]): string {
  return csvOf(
    ['id', 'name', 'authorName', ...COUNTERS, 'previousViews', ...RATES, 'addedAt'],
    rows.map(({ id, name, authorName, window, previous, rates, addedAt }) => [
      id,
      name,
      authorName,
      ...COUNTERS.map(counter => window[counter]),
      previous.views,
      ...RATES.map(rate => rates[rate]),
      addedAt,
    ]),
  )
}
