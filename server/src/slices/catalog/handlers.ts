import type { Platform } from '@avatary/contract/avatar'
import type { IndexStats } from '@avatary/contract/catalog'
import type { catalogRoutes } from '@avatary/contract/routes/catalog'
import type { CatalogReader, CatalogView } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json, prepared, stream } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { runInTurns } from '../../kernel/run-in-turns.ts'
import { avatarsAnswer } from './answers.ts'
import type { BulkListing } from './bulk.ts'
import { changesPage } from './changes-feed.ts'
import { completions } from './completions.ts'
import { corrections } from './corrections.ts'
import { facets } from './facets.ts'
import { listingLines } from './listing-lines.ts'
import { type CatalogSearch, textRefusal } from './search.ts'
import type { SearchTerms } from './search-terms.ts'
import { shownTagCounts } from './tags.ts'

export interface TrendingAvatars {
  /** Returns at most `limit` slots, up to `MAX_TRENDING_AVATARS`, best first. */
  top(limit: number): Promise<readonly number[]>
}

export interface CatalogDeps {
  view: CatalogView
  store: CatalogReader
  search: CatalogSearch
  bulk: BulkListing
  trending: TrendingAvatars
  terms: SearchTerms
  clock: Clock
  stats: () => IndexStats
  /** URL of the data's terms of use, sent with every answer that mirrors copy (RFC 4946). */
  termsUrl: string
}

/** Spec, `GET /avatars/popular-searches`: "top five". */
const POPULAR_SEARCH_COUNT = 5

export function catalogHandlers(deps: CatalogDeps) {
  const { view, search, bulk, trending, terms, stats, termsUrl } = deps
  const writer = new JsonWriter()
  const licenseHeader = { Link: `<${termsUrl}>; rel="license"` }

  return {
    searchAvatars: async ({ query, context }) => textRefusal(query.q) ?? search.answer(context, query),

    searchFacets: async ({ query: { limit, ...filters } }) => {
      const refusal = textRefusal(filters.q)
      if (refusal !== null) return refusal
      const parameters = { ...filters, sort: 'popular', offset: 0, limit } as const
      const withPlatform = (platform: Platform) => search.queryOf({ ...parameters, platform })
      return json(await runInTurns(facets(view, search.queryOf(parameters), withPlatform, limit)))
    },

    suggestSearches: async ({ query: { q = '', limit } }) =>
      json({ ...completions(view, q, limit), suggestions: await runInTurns(corrections(view, q)) }),

    listTags: async ({ query }) => json({ tags: shownTagCounts(view, query.limit).map(({ tag }) => tag) }),

    trendingAvatars: async ({ query }) => {
      const slots = await trending.top(query.limit)
      return prepared({ body: avatarsAnswer(view, slots, writer), slots })
    },

    popularSearches: async () => json({ terms: await terms.top(POPULAR_SEARCH_COUNT) }),

    allAvatars: async ({ query, context }) =>
      bulk.page(query.sort, query.offset, query.limit, context.rawQuery),

    allAvatarsNdjson: async () => {
      const { slots, etag } = bulk.currentSlots('recent')
      return stream(listingLines(view, slots), 'application/x-ndjson; charset=utf-8', {
        etag,
        isCompressible: true,
        headers: licenseHeader,
      })
    },

    avatarChanges: async ({ query }) => {
      const page = await changesPage(deps, query.since ?? null, query.limit)
      return page.kind === 'page'
        ? prepared({ body: page.body, headers: licenseHeader })
        : failure('cursor_expired')
    },

    indexStats: async () => json(stats()),
  } satisfies Partial<HandlersOf<typeof catalogRoutes>>
}
