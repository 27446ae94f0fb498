import type { SystemDeps } from '../../kernel/system-deps.ts'
import { PendingCounts } from './pending-counts.ts'
import type { TrackingStore } from './store.sql.ts'
import { deviceOf, isBot } from './user-agents.ts'
import { VisitBound } from './visit-bound.ts'
import { Visitors } from './visitors.ts'
import { Visits } from './visits.ts'
import { WrittenCounts } from './written-counts.ts'

/** Counting, as the catalog's routes use it. */
export interface Counting {
  readonly visits: Pick<Visits, 'isCounted' | 'countImpressions' | 'countView' | 'countWear'>
  readonly audience: Pick<TrackingStore, 'audienceOf'>
  readonly written: Pick<WrittenCounts, 'take'>
}

const SALT_BYTES = 16

export interface OpenCountingDeps extends Pick<SystemDeps, 'clock' | 'randomToken'> {
  config: { readonly visitsPerHour: number }
}

/** Opens the counting in memory, without the part that writes it. */
export function openCounting({ config, clock, randomToken }: OpenCountingDeps) {
  const pendingCounts = new PendingCounts({ clock })
  const newSalt = () => randomToken(SALT_BYTES)
  const bound = new VisitBound({ perHour: config.visitsPerHour, clock, newSalt })
  const visits = new Visits({ pending: pendingCounts, bound, visitors: new Visitors({ isBot, deviceOf }) })
  return { pending: pendingCounts, bound, visits, written: new WrittenCounts() }
}

/** Counts nothing; used by the static export. */
export const NO_COUNTING: Counting = {
  visits: {
    isCounted: () => false,
    countImpressions: () => {},
    countView: () => false,
    countWear: () => false,
  },
  audience: { audienceOf: async () => [] },
  written: { take: () => null },
}
