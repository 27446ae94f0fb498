import { DEMO_SEARCHES } from '../../../sim/src/demo/demo-searches.ts'
import { utcDay } from '../kernel/days.ts'
import type { SearchTermStore } from '../slices/catalog/index.ts'

/** Popular searches look back as many days. */
const DAYS = 7

/** Adds the searches of the demo, the same on each of the last days. */
export async function loadDemoSearches(deps: {
  store: Pick<SearchTermStore, 'addSearches'>
  nowMs: number
}): Promise<void> {
  const today = utcDay(deps.nowMs)
  for (let daysAgo = 0; daysAgo < DAYS; daysAgo++) {
    await deps.store.addSearches(today - daysAgo, DEMO_SEARCHES)
  }
}
