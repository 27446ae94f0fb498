import { DEMO_SEARCHES } from '../../../sim/src/demo/demo-searches.ts'
import { utcDay } from '../kernel/days.ts'
import { SearchTermStore } from '../slices/catalog/index.ts'
import type { FillDeps } from './deps.ts'

/** Popular searches look back as many days. */
const SEARCH_DAYS = 7

/** Adds the searches of the demo, the same on each of the last days. */
export async function loadDemoSearches({ db, nowMs }: FillDeps): Promise<void> {
  const store = new SearchTermStore({ db })
  const today = utcDay(nowMs)
  for (let daysAgo = 0; daysAgo < SEARCH_DAYS; daysAgo++) {
    await store.addSearches(today - daysAgo, DEMO_SEARCHES)
  }
}
