import type { IndexStats } from '@avatary/contract/catalog'
import type { CatalogStore, CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import {
  BulkListing,
  type CatalogSearch,
  catalogHandlers,
  type SearchTerms,
  type TrendingAvatars,
} from '../slices/catalog/index.ts'
import type { Counting } from './counting.ts'

export interface CatalogDeps {
  config: Config
  clock: Clock
  store: CatalogStore
  view: CatalogView
  /** Submissions that wait for verification. */
  queueLength: () => number
  counting: Counting
  search: CatalogSearch
  terms: SearchTerms
  trending: TrendingAvatars
}

/** The catalog put together: what answers its routes, and what is told of the whole index. */
export function composeCatalog({ config, queueLength, counting, ...parts }: CatalogDeps) {
  const { isCounted, countImpressions } = counting
  const { view, clock } = parts
  const termsUrl = `${config.http.publicUrl}/terms`
  const isVerifying = config.platform.account !== null
  const stats = (): IndexStats => ({
    ...view.counts(),
    queue: queueLength(),
    ...(!isVerifying && { verifying: 0 }),
  })
  const bulk = new BulkListing({ view, clock, termsUrl })
  return {
    handlers: catalogHandlers({ ...parts, isCounted, countImpressions, bulk, stats, termsUrl }),
    stats,
  }
}
