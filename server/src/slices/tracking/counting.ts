import type { TrackingStore } from './store.sql.ts'
import type { Visits } from './visits.ts'
import type { WrittenCounts } from './written-counts.ts'

/** Counting, as the catalog's routes use it. */
export interface Counting {
  readonly visits: Pick<Visits, 'isCounted' | 'countView' | 'countWear'>
  readonly audience: Pick<TrackingStore, 'audienceOf'>
  readonly written: Pick<WrittenCounts, 'take'>
}

/** Counts nothing; used by the static export. */
export const NO_COUNTING: Counting = {
  visits: {
    isCounted: () => false,
    countView: () => false,
    countWear: () => false,
  },
  audience: { audienceOf: async () => [] },
  written: { take: () => null },
}
