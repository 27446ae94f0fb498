import { createQueryReader } from '@avatary/contract/parse'
import { catalogRoutes } from '@avatary/contract/routes/catalog'
import type { Settings } from '@avatary/contract/settings'
import type { HandlersOf } from '../../handlers.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import type { Answer, RequestContext } from '../../kernel/answer.ts'
import { type CatalogSearch, refusedText } from '../catalog/index.ts'
import type { PageData } from './page-data.ts'

type CatalogHandlers = HandlersOf<typeof catalogRoutes>

export interface FirstAnswersDeps {
  search: Pick<CatalogSearch, 'answerAtOnce'>
  handlers: Pick<CatalogHandlers, 'indexStats' | 'trendingAvatars' | 'popularSearches'>
  /** False while the catalog is loading. */
  isReady: () => boolean
}

/** Number of avatars on the first page of results, and among the most viewed, as `web/src` requests them. */
const RESULTS = 60
const TRENDING_AVATARS = 10

const FILTERS = ['q', 'author', 'tag', 'platform', 'minPerformance'] as const

/**
 * Makes the answers that the search page needs first and embeds them, so that its script need not request them. The
 * catalog's routes make them, so that the same events are counted.
 */
export function openFirstAnswers(deps: FirstAnswersDeps) {
  const readQuery = createQueryReader(catalogRoutes.searchAvatars.query)
  const resultsOf = ({ method, headers }: RequestContext, rawQuery: string): PageData => {
    const reading = readQuery(rawQuery)
    if (reading.kind === 'invalid' || refusedText(reading.value.q) !== null) return {}
    const answer = deps.search.answerAtOnce({ rawQuery, method, headers }, reading.value)
    return answer === null ? {} : { [`${API_PREFIX}/avatars/search?${rawQuery}`]: answer.bytes() }
  }
  return async (context: RequestContext, settings: Settings | null): Promise<PageData> => {
    if (!deps.isReady() || !isOpened(context)) return {}
    const { filters, isHome } = filtersOf(context.rawQuery, settings)
    const sort = new URLSearchParams(context.rawQuery).get('sort') || chosenSort(settings)
    const results = resultsOf(context, resultsQuery(filters, sort))
    return isHome ? { ...results, ...(await homeAnswers(deps.handlers, context)) } : results
  }
}

/** The default sort that a person chose; null for the general default, newest first. */
function chosenSort(settings: Settings | null): string | null {
  return settings === null || settings.defaultSort === 'recent' ? null : settings.defaultSort
}

/** True when a person sees the page now. Prefetches and requests by scripts do not count. */
function isOpened({ headers }: RequestContext): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose } = headers
  return destination === 'document' && purpose === undefined && headers['search-provisional'] === undefined
}

interface RequestedFilters {
  readonly filters: ReadonlyMap<string, string>
  /** True when the URL itself has no filter. */
  readonly isHome: boolean
}

/** The filters of a search, computed as `withSettings` in `web/src/lib/settings.ts` does. */
function filtersOf(rawQuery: string, settings: Settings | null): RequestedFilters {
  const parameters = new URLSearchParams(rawQuery)
  const filterTexts = new Map(FILTERS.map(name => [name, parameters.get(name)?.trim() ?? '']))
  const platform = filterTexts.get('platform') || settings?.defaultPlatform || ''
  const values = FILTERS.map(name => [name, name === 'platform' ? platform : filterTexts.get(name)!] as const)
  const isAbsent = (value: string) => value === '' || value === 'all'
  const filters = values.filter(([name, value]) => (name === 'platform' ? !isAbsent(value) : value !== ''))
  const isHome = [...filterTexts].every(([name, value]) =>
    name === 'platform' ? isAbsent(value) : value === '',
  )
  return { filters: new Map(filters), isHome }
}

/** The query string with which the page requests its first results; parameters are in the order that `web/src` uses. */
function resultsQuery(filters: ReadonlyMap<string, string>, sort: string | null): string {
  const defaultSort = filters.has('q') ? 'relevance' : 'recent'
  const query = [...filters, ['sort', sort ?? defaultSort], ['limit', String(RESULTS)], ['offset', '0']] as [
    string,
    string,
  ][]
  return new URLSearchParams(query).toString()
}

async function homeAnswers(
  handlers: FirstAnswersDeps['handlers'],
  context: RequestContext,
): Promise<PageData> {
  const input = { query: undefined, params: undefined, body: undefined, context }
  const answers = await Promise.all([
    handlers.indexStats(input),
    handlers.trendingAvatars({ ...input, query: { limit: TRENDING_AVATARS } }),
    handlers.popularSearches(input),
  ])
  const paths = ['/stats', `/avatars/trending?limit=${TRENDING_AVATARS}`, '/avatars/popular-searches']
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
