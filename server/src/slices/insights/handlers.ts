import type { QueryOf } from '@avatary/contract/route'
import type { insightsRoutes } from '@avatary/contract/routes/insights'
import { listedSlot } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { type Failure, failure, type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import { cacheableAnswer, cacheEntryBytes } from '../../kernel/cacheable-answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { type ParsedCatalogQuery, type SearchParameters, textRefusal, warningsOf } from '../catalog/index.ts'
import { type DetailDeps, detailAnswer, detailCsv } from './detail.ts'
import { prefersCsv } from './download.ts'
import type { Overviews } from './overview.ts'

type Routes = typeof insightsRoutes

/** Maximum size of cached answers, with everything that they keep in memory. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024

export interface InsightsDeps extends DetailDeps {
  overviews: Overviews
  /** The version increases with every change of a count. */
  histories: { readonly version: number }
  /**
   * Parses parameters like the catalog's search, but ignores descriptions: `q` matches name, author, id and tags
   * (spec).
   */
  queryOf: (parameters: SearchParameters) => ParsedCatalogQuery
  /** Resolves to true once all histories are loaded, after waiting a few seconds at most. */
  waitUntilReady: () => Promise<boolean>
  clock: Clock
}

export function insightsHandlers(deps: InsightsDeps) {
  const { view, ranking, rows, overviews, histories, queryOf, waitUntilReady, clock } = deps
  const writer = new JsonWriter(128 * 1024)
  const cache = new VersionedCache<PreparedAnswer>(
    () => `${view.version} ${histories.version} ${utcDay(clock.now())}`,
    { maxSize: MAX_CACHED_BYTES, sizeCalculation: cacheEntryBytes },
  )
  const today = () => utcDay(clock.now())

  const rankingAnswer = ({ sort, days, ...filters }: QueryOf<Routes['insightsAvatars']>): PreparedAnswer => {
    const query = queryOf({ ...filters, sort: 'recent' })
    const { total, tracked, slots } = ranking.page(query, sort, today(), days)
    const end = query.offset + slots.length
    const nextOffset = slots.length > 0 && end < total ? end : null
    writer.reset().ascii(`{"total":${total},"tracked":${tracked},"nextOffset":${nextOffset},"avatars":[`)
    rows.writeAll(slots, today(), days, writer)
    writer.ascii(']')
    const { warnings } = warningsOf(query)
    if (warnings !== undefined) writer.ascii(',"warnings":').json(warnings)
    return prepared({ body: writer.ascii('}').toBuffer() })
  }

  return {
    insightsOverview: async ({ query, context }) => {
      if (!(await waitUntilReady())) return notReadyFailure()
      const { json, csv, freshUntilMs } = await overviews.get(query.days)
      return (prefersCsv(context.headers.accept) ? csv : json).withMaxAge(freshUntilMs - clock.now())
    },

    insightsAvatars: async ({ query, context }) => {
      const refusal = textRefusal(query.q)
      if (refusal !== null) return refusal
      if (!(await waitUntilReady())) return notReadyFailure()
      return cache.get(context.rawQuery, () => cacheableAnswer(rankingAnswer(query)))
    },

    insightsAvatar: async ({ query, params, context }) => {
      if (!(await waitUntilReady())) return notReadyFailure()
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      if (prefersCsv(context.headers.accept)) return detailCsv(deps, slot, today(), query.days)
      return (await detailAnswer(deps, slot, today(), query.days, writer)) ?? failure('avatar_not_found')
    },
  } satisfies HandlersOf<typeof insightsRoutes>
}

export function notReadyFailure(): Failure<'not_ready'> {
  return failure('not_ready', 'What was counted is still being read. Try again in a moment.', {
    'Retry-After': '2',
  })
}
