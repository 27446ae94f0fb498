import type { IndexStats } from '@avatary/contract/catalog'
import { readQueryTags } from '../../ai-tags/query-tags.ts'
import { TERMS_PATH } from '../../kernel/addresses.ts'
import type { RequestContext } from '../../kernel/answer.ts'
import { avatarHandlers } from './avatar-handlers.ts'
import { BulkListing } from './bulk.ts'
import { type CatalogDeps, catalogHandlers } from './handlers.ts'

interface OpenCatalogDeps extends Omit<CatalogDeps, 'bulk' | 'stats' | 'termsUrl'> {
  config: {
    readonly http: { readonly publicUrl: string }
    readonly platform: { readonly account: object | null }
  }
  /** Returns the number of submissions that wait for verification. */
  queueLength: () => number
}

/** Opens the catalog and the statistics of the index. */
export function openCatalog({ config, queueLength, ...deps }: OpenCatalogDeps) {
  const { view } = deps
  const termsUrl = config.http.publicUrl + TERMS_PATH
  const isVerifying = config.platform.account !== null
  const stats = (): IndexStats => ({
    ...view.counts(),
    queue: queueLength(),
    ...(!isVerifying && { verifying: 0 }),
  })
  const bulk = new BulkListing({ ...deps, termsUrl })
  return {
    open: readQueryTags,
    handlers: {
      ...catalogHandlers({ ...deps, bulk, stats, termsUrl }),
      ...avatarHandlers(deps),
    },
    routeOptions: {
      searchAvatars: { findCached: (context: RequestContext) => deps.search.cached(context) },
      allAvatars: { findCached: ({ rawQuery }: RequestContext) => bulk.cached(rawQuery) },
    },
    stats,
    search: deps.search,
  }
}
