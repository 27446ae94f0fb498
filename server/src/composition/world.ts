import type { IndexStats } from '@avatary/contract/catalog'
import type { CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import { BulkListing, type CatalogSearch, type SearchTerms } from '../slices/catalog/index.ts'
import {
  type FastestRising,
  RandomAvatars,
  Rising,
  type WorldFacts,
  type WorldVisits,
  worldHandlers,
  writeAll,
} from '../slices/world/index.ts'
import type { Counting } from './counting.ts'
import type { Promoted } from './promotions.ts'

export interface WorldDeps {
  config: Config
  clock: Clock
  /** From 0 up to, but not, 1. */
  random: () => number
  view: CatalogView
  search: CatalogSearch
  terms: SearchTerms
  counting: Counting
  /** As `GET /stats` tells them. */
  stats: () => IndexStats
  fastestRising: FastestRising
  promoted: Promoted
  rosters: Pick<WorldFacts, 'leaderboard' | 'supporters'>
}

/** The endpoints for worlds put together: the catalog in the envelope that worlds read. */
export function composeWorld(deps: WorldDeps) {
  const { config, clock, random, view, search, terms, counting, stats, fastestRising } = deps
  const { leaderboard, supporters } = deps.rosters
  const termsUrl = `${config.http.publicUrl}/terms`
  const handlers = worldHandlers({
    view,
    clock,
    search,
    all: new BulkListing({ view, clock, termsUrl, write: writeAll(clock) }),
    rising: new Rising({ fastestRising, view, clock }),
    random: new RandomAvatars({ view, random }),
    terms,
    isCounted: counting.isCounted,
    countImpressions: counting.countImpressions,
    visits: countedBy(counting),
    stats,
    ...deps.promoted,
    leaderboard,
    supporters,
  })
  return { handlers }
}

/** In a world there is neither a page that referred nor a device to be told. */
function countedBy({ visits }: Counting): WorldVisits {
  const visit = { site: null, device: null, country: null, surface: 'world', platform: null, term: '' }
  return {
    countView: (slot, context) => visits.countEvent(slot, 'view', context, () => visit),
    countWear: (slot, context) => visits.countWear(slot, context),
  }
}
