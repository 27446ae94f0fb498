import { join } from 'node:path'
import type { CatalogStore } from './avatars/index.ts'
import type { Config } from './config/config.ts'
import { BufferPool } from './kernel/buffer-pool.ts'
import type { Timer } from './kernel/clock.ts'
import type { Database } from './kernel/database.ts'
import type { SystemDeps } from './kernel/system-deps.ts'
import type { ReadModel } from './platform/read-model/read-model.ts'
import { snapshotAt } from './platform/read-model/snapshot-at.ts'
import {
  type MeasureWrite,
  SNAPSHOT_FILES,
  type SnapshotName,
} from './platform/read-model/snapshot-metrics.ts'
import { CatalogSearch, openCatalog, openPopularSearches } from './slices/catalog/index.ts'
import { feedHandlers } from './slices/feeds/index.ts'
import { openInsights } from './slices/insights/index.ts'
import { vrcxHandlers } from './slices/interop/index.ts'
import { openLookup } from './slices/lookup/index.ts'
import { openModeration } from './slices/moderation/index.ts'
import { openPromotions } from './slices/promotions/index.ts'
import { openRosters } from './slices/rosters/index.ts'
import { openSubmission } from './slices/submission/index.ts'
import type { Counting } from './slices/tracking/index.ts'
import { openVerification } from './slices/verification/index.ts'
import { openWorld } from './slices/world/index.ts'

interface CatalogPartsDeps extends SystemDeps {
  clock: Timer
  db: Database
  config: Config
  store: CatalogStore
  view: ReadModel
  /** Applies everything that was saved before the call. */
  catchUp: () => Promise<void>
  measureWritesOf: (name: SnapshotName) => MeasureWrite
}

/**
 * Opens the parts that add avatars and that answer from the catalog, each after its dependencies.
 *
 * @param tracking counts impressions and visits.
 */
export function openCatalogParts(deps: CatalogPartsDeps, tracking: Counting) {
  const { config, view } = deps
  const { publicUrl } = config.http
  const snapshotDeps = { ...deps, measureWrite: deps.measureWritesOf('insights') }
  const snapshotFile = snapshotAt(join(config.data.dir, SNAPSHOT_FILES.insights), snapshotDeps)
  const moderation = openModeration(deps)
  const searches = openPopularSearches({ ...deps, excludedSearches: moderation.excludedSearches })
  const { terms } = searches
  const verification = openVerification(deps)
  const submission = openSubmission({ ...deps, readPace: verification.readPace })
  const lookup = openLookup({ ...deps, terms, enqueueForVerification: verification.enqueueFinds })
  const bufferPool = new BufferPool()
  const search = new CatalogSearch({ ...tracking, view, terms, bufferPool, lookups: lookup.lookups })
  const insights = openInsights({ ...deps, ...tracking, search, snapshotFile })
  const { trending, fastestRising } = insights
  const catalogDeps = { ...deps, ...tracking, search, terms, trending, bufferPool }
  const catalog = openCatalog({ ...catalogDeps, queueLength: submission.queueLength })
  const promotions = openPromotions(deps)
  const rosters = openRosters(deps)
  const { leaderboard, supporters } = rosters
  const world = openWorld({
    ...catalogDeps,
    ...promotions.promoted,
    fastestRising,
    leaderboard,
    supporters,
    stats: catalog.stats,
  })
  const vrcx = { handlers: vrcxHandlers({ view, search, bufferPool }) }
  const feeds = { handlers: feedHandlers({ view, publicUrl }) }
  return {
    moderation,
    searches,
    verification,
    submission,
    lookup,
    insights,
    catalog,
    promotions,
    rosters,
    world,
    vrcx,
    feeds,
  }
}
