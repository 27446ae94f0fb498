import { SEARCH_SORTS } from '@avatary/contract/catalog'
import { createQueryReader } from '@avatary/contract/parse'
import { catalogRoutes } from '@avatary/contract/routes/catalog'
import type { Settings } from '@avatary/contract/settings'
import type { HandlersOf } from '../../handlers.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Answer, RequestContext } from '../../kernel/answer.ts'
import { type CatalogSearch, textRefusal } from '../catalog/index.ts'
import type { PageData } from './page-data.ts'
import { filtersIn } from './search-page.ts'

type CatalogHandlers = HandlersOf<typeof catalogRoutes>

export interface FirstAnswersDeps {
  search: Pick<CatalogSearch, 'answerAtOnce'>
  handlers: Pick<CatalogHandlers, 'indexStats' | 'trendingAvatars' | 'popularSearches'>
  visits: { countImpressions(request: RequestContext, answer: Answer): void }
  /** False while the catalog is loading. */
  isReady: () => boolean
}

/** `limit` of the first page of results and of the most viewed avatars, as `web/src` requests them. */
const RESULTS_LIMIT = 60
const TRENDING_LIMIT = 10

/** The parameters in the order in which `web/src` requests them. */
const REQUESTED_FILTERS = ['q', 'author', 'tag', 'platform', 'minPerformance'] as const

/**
 * Makes the answers that the search page needs first and embeds them, so that its script need not request them. Counts
 * what their routes would count.
 */
export function openFirstAnswers(deps: FirstAnswersDeps) {
  const readQuery = createQueryReader(catalogRoutes.searchAvatars.query)
  const resultsOf = (context: RequestContext, rawQuery: string): PageData => {
    const { method, headers } = context
    const reading = readQuery(rawQuery)
    if (reading.kind === 'invalid' || textRefusal(reading.value.q) !== null) return {}
    const answer = deps.search.answerAtOnce({ rawQuery, method, headers }, reading.value)
    if (answer === null) return {}
    deps.visits.countImpressions(context, answer)
    return { [`${API_PREFIX}/avatars/search?${rawQuery}`]: answer.bytes() }
  }
  return async (context: RequestContext, settings: Settings | null): Promise<PageData> => {
    if (!deps.isReady() || !isOpened(context)) return {}
    const results = resultsOf(context, resultsQuery(context.rawQuery, settings))
    return filtersIn(context.rawQuery).size === 0
      ? { ...results, ...(await homeAnswers(deps, context)) }
      : results
  }
}

/** True when a person sees the page now. Prefetches and requests by scripts do not count. */
function isOpened({ headers }: RequestContext): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose } = headers
  return destination === 'document' && purpose === undefined && headers['search-provisional'] === undefined
}

/** The query string with which the page requests its first results, by `withSettings` of `web/src/lib/settings.ts`. */
function resultsQuery(rawQuery: string, settings: Settings | null): string {
  const { defaultPlatform = 'all', defaultSort = 'recent' } = settings ?? {}
  const parameters = new URLSearchParams(rawQuery)
  const filters = filtersIn(rawQuery)
  if (defaultPlatform !== 'all' && !filters.has('platform') && parameters.get('platform') !== 'all')
    filters.set('platform', defaultPlatform)
  const bestSort = filters.has('q') ? 'relevance' : 'recent'
  const chosenSort = SEARCH_SORTS.find(each => each === parameters.get('sort'))
  const sort = chosenSort ?? (defaultSort === 'recent' ? bestSort : defaultSort)
  const query = new URLSearchParams()
  for (const name of REQUESTED_FILTERS) if (filters.has(name)) query.set(name, filters.get(name)!)
  for (const [name, value] of Object.entries({ sort, limit: RESULTS_LIMIT, offset: 0 }))
    query.set(name, `${value}`)
  return query.toString()
}

async function homeAnswers(
  { handlers, visits }: FirstAnswersDeps,
  context: RequestContext,
): Promise<PageData> {
  const input = { query: undefined, params: undefined, body: undefined, context }
  const answers = await Promise.all([
    handlers.indexStats(input),
    handlers.trendingAvatars({ ...input, query: { limit: TRENDING_LIMIT } }),
    handlers.popularSearches(input),
  ])
  for (const answer of answers) visits.countImpressions(context, answer)
  const paths = ['/stats', `/avatars/trending?limit=${TRENDING_LIMIT}`, '/avatars/popular-searches']
  return Object.fromEntries(
    answers
      .map((answer, index) => [API_PREFIX + paths[index], jsonValueOf(answer)])
      .filter(([, value]) => value !== undefined),
  )
}

/** The JSON of a success; undefined if the page has to request it itself. */
function jsonValueOf(answer: Answer): unknown {
  if (answer.kind === 'json') return answer.value
  return answer.kind === 'prepared' ? answer.bytes() : undefined
}
