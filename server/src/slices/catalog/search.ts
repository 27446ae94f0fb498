import type { QueryOf } from '@avatary/contract/route'
import type { catalogRoutes } from '@avatary/contract/routes/catalog'
import type { Correction } from '@avatary/contract/suggest'
import { type CatalogView, type SearchPage, tagForm, totalOf } from '../../avatars/index.ts'
import {
  type Failure,
  failure,
  isProvisional,
  type PreparedAnswer,
  type RequestContext,
} from '../../kernel/answer.ts'
import { isLegacyAuthorId } from '../../kernel/avatar-id.ts'
import type { BufferPool } from '../../kernel/buffer-pool.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { runInTurns, runSync } from '../../kernel/run-in-turns.ts'
import { type PageWithSuggestions, searchAnswer } from './answers.ts'
import { type CachedAnswer, CachedAnswers, type FoundPage } from './cached-answers.ts'
import { corrections } from './corrections.ts'
import { parseAuthor } from './parse-author.ts'
import {
  excessOf,
  type ParsedCatalogQuery,
  type ParsedQuery,
  parseQuery,
  parseWithWantedText,
  relevanceOf,
} from './parse-query.ts'
import { ratedAtLeast } from './qualifiers.ts'
import { searchTerm } from './search-term.ts'
import type { SearchTerms } from './search-terms.ts'

/** Query parameters of `GET /avatars/search`, validated by the contract. */
export type SearchParameters = QueryOf<(typeof catalogRoutes)['searchAvatars']>

/** External lookups for terms with few results. */
export interface TermLookups {
  /** Terms with fewer results are looked up. */
  readonly minResults: number
  /**
   * Looks a term up in other indexes.
   * @param network the client, which has a share of all lookups.
   * @returns null when there is nothing to wait for; otherwise a promise that resolves when searching again is
   * worthwhile, or after the longest wait.
   */
  lookUp(term: string, network: string): Promise<unknown> | null
}

export interface CatalogSearchDeps {
  view: CatalogView
  terms: Pick<SearchTerms, 'count'>
  /** Null when no external index is configured. */
  lookups: TermLookups | null
  /** Bots and `HEAD` requests are not counted. */
  visits: { isCounted(request: Pick<RequestContext, 'method' | 'headers'>): boolean }
  /** Buffers for answers, which return to the pool once they were sent. */
  bufferPool: BufferPool
}

/** A format of search answers. */
export interface SearchForm {
  /** Part of the cache key, because answers of all forms share one cache. */
  readonly name: string
  /**
   * Increases whenever the part of an answer that is not its page changes, such as the time; absent when there is none.
   */
  version?(): number
  /** True when an answer without results shows corrections, which take time to find. */
  readonly hasSuggestions?: true
  write(
    view: CatalogView,
    page: PageWithSuggestions,
    query: ParsedCatalogQuery,
    out: JsonWriter,
  ): PreparedAnswer
}

const CATALOG_FORM: SearchForm = { name: '', hasSuggestions: true, write: searchAnswer }

/** The properties of a request that are needed to find its cached answer and to count it. */
type SearchRequest = Pick<RequestContext, 'rawQuery' | 'method' | 'headers'>

/** Converts parameters to a query for the index. */
export function catalogQuery(parameters: SearchParameters): ParsedCatalogQuery {
  const { q = '' } = parameters
  const parsedQuery = parseWithWantedText(q, parameters.platform)
  const text = withMinPerformance(parsedQuery.text, parameters)
  return {
    text,
    wantedText: parsedQuery.wantedText,
    relevance: parameters.sort === 'relevance' ? relevanceOf(parsedQuery.wantedText, text) : null,
    author: parameters.author === undefined ? null : parseAuthor(parameters.author),
    tags: parameters.tag === undefined ? [] : tagsOf(parameters.tag),
    platform: parameters.platform ?? null,
    sort: parameters.sort,
    offset: parameters.offset,
    limit: parameters.limit,
  }
}

/** Adds `minPerformance` as `perf>=`. If the search filters by one platform, only ratings on it count. */
function withMinPerformance(text: ParsedQuery, { minPerformance, platform }: SearchParameters): ParsedQuery {
  if (minPerformance === undefined) return text
  const typedPlatforms = new Set(
    text.conditions.flatMap(one => (one.kind === 'platform' ? [one.platform] : [])),
  )
  const [ratedPlatform = null] = typedPlatforms.size === 1 ? typedPlatforms : [platform]
  return { ...text, conditions: [...text.conditions, ratedAtLeast(minPerformance, ratedPlatform)] }
}

/** Splits the `tag` parameter at commas. If nothing is left of it, it becomes a tag that no avatar has. */
function tagsOf(text: string): string[] {
  const tags = text.split(',').map(tagForm)
  return tags.every(tag => tag === '') ? [''] : tags.filter(tag => tag !== '')
}

/** Returns the folded words of a search text if they have results by themselves, or else an empty string. */
export function termIfFound(view: Pick<CatalogView, 'search'>, q: string): string {
  const query = catalogQuery({ q, sort: 'recent', limit: 1, offset: 0 })
  const term = termOf(query)
  return term !== '' && view.search(query).total > 0 ? term : ''
}

/** Refuses a search text that exceeds a limit of the query language (`query-language.ts`); null for others. */
export function textRefusal(q: string | undefined): Failure<'invalid_parameter'> | null {
  const excess = q === undefined ? null : excessOf(q)
  return excess === null
    ? null
    : { ...failure('invalid_parameter', `\`q\` is too complex. ${excess}`), field: 'q' }
}

/** Serves `GET /avatars/search`. Answers are cached by query string. */
export class CatalogSearch {
  readonly #deps: CatalogSearchDeps
  readonly #writer: JsonWriter
  readonly #cache: CachedAnswers
  /** Answers that take several turns, by cache key; a request waits for each. */
  readonly #unfinished = new Map<string, Promise<CachedAnswer>>()

  constructor(deps: CatalogSearchDeps) {
    this.#deps = deps
    this.#writer = new JsonWriter(undefined, deps.bufferPool)
    this.#cache = new CachedAnswers(deps.view)
  }

  /** Like `answer`, but null unless the answer is cached and waits for no external lookup. */
  cached(request: SearchRequest): PreparedAnswer | null {
    const entry = this.#cache.find(request.rawQuery, CATALOG_FORM)
    return entry === undefined || entry.lookupTerm !== '' ? null : this.#count(request, entry)
  }

  /**
   * Answers a search, if possible from the cache. A term with few results waits a while for external lookups.
   * @param request its `rawQuery` is a part of the cache key.
   */
  async answer(
    request: SearchRequest & Pick<RequestContext, 'network'>,
    parameters: SearchParameters,
    form: SearchForm = CATALOG_FORM,
  ): Promise<PreparedAnswer> {
    const { rawQuery, network } = request
    const cacheKey = form.name + rawQuery
    // The answer to an equal search is cached once it is finished.
    while (this.#unfinished.has(cacheKey)) await this.#unfinished.get(cacheKey)
    const steps = this.#answer(cacheKey, parameters, form)
    const firstStep = steps.next()
    // Most answers take one step, and are sent in this turn.
    let cachedAnswer = firstStep.done ? firstStep.value : await this.#inTurns(cacheKey, steps)
    const mayLookUp = cachedAnswer.lookupTerm !== '' && !isProvisional(request)
    const lookup = mayLookUp ? this.#deps.lookups?.lookUp(cachedAnswer.lookupTerm, network) : null
    if (lookup) {
      await lookup
      while (this.#unfinished.has(cacheKey)) await this.#unfinished.get(cacheKey)
      cachedAnswer = await this.#inTurns(cacheKey, this.#answer(cacheKey, parameters, form))
    }
    return this.#count(request, cachedAnswer)
  }

  /** Like `answer`, but null if the term is to be looked up. */
  answerAtOnce(request: SearchRequest, parameters: SearchParameters): PreparedAnswer | null {
    const cachedAnswer = runSync(this.#answer(CATALOG_FORM.name + request.rawQuery, parameters, CATALOG_FORM))
    return cachedAnswer.lookupTerm === '' ? this.#count(request, cachedAnswer) : null
  }

  /** Returns a page to callers that write the answer themselves. The search is counted, impressions are not. */
  async page(
    request: Pick<RequestContext, 'method' | 'headers' | 'network'>,
    parameters: SearchParameters,
  ): Promise<SearchPage> {
    let foundPage = this.#search(parameters)
    const lookup =
      foundPage.lookupTerm === '' ? null : this.#deps.lookups?.lookUp(foundPage.lookupTerm, request.network)
    if (lookup) {
      await lookup
      foundPage = this.#search(parameters)
    }
    if (foundPage.term !== '' && this.#deps.visits.isCounted(request)) this.#deps.terms.count(foundPage.term)
    return foundPage.page
  }

  /**
   * Converts parameters like `catalogQuery`, but also recognises legacy author ids, which only the index can tell apart
   * from words.
   */
  queryOf(parameters: SearchParameters): ParsedCatalogQuery {
    return this.#legacyAuthorQuery(parameters) ?? catalogQuery(parameters)
  }

  /** Counts the term when the answer's impressions are counted. */
  #count(request: SearchRequest, { answer, term }: CachedAnswer): PreparedAnswer {
    const { terms, visits } = this.#deps
    if (term !== '' && !isProvisional(request) && visits.isCounted(request)) terms.count(term)
    return answer
  }

  #inTurns(cacheKey: string, steps: Generator<void, CachedAnswer>): Promise<CachedAnswer> {
    const answer = runInTurns(steps).finally(() => this.#unfinished.delete(cacheKey))
    this.#unfinished.set(cacheKey, answer)
    return answer
  }

  /** Yields between steps if it finds nothing, because corrections take some milliseconds at a million avatars. */
  *#answer(cacheKey: string, parameters: SearchParameters, form: SearchForm): Generator<void, CachedAnswer> {
    const cachedAnswer = this.#cache.find(cacheKey, form)
    if (cachedAnswer !== undefined) return cachedAnswer
    const { query, ...foundPage } = this.#search(parameters)
    const earlierAnswer = this.#cache.revalidate(cacheKey, form, foundPage)
    if (earlierAnswer !== undefined) return earlierAnswer
    const suggestions = form.hasSuggestions ? yield* this.#corrections(parameters, foundPage.page) : []
    const answer = form.write(this.#deps.view, { ...foundPage.page, suggestions }, query, this.#writer)
    return this.#cache.add(cacheKey, form, { ...foundPage, answer })
  }

  /** Corrections for a text that finds nothing; none for further pages. */
  *#corrections({ q, offset }: SearchParameters, { total }: SearchPage): Generator<void, Correction[]> {
    return total > 0 || offset > 0 || q === undefined ? [] : yield* corrections(this.#deps.view, q)
  }

  #search(parameters: SearchParameters): FoundPage & { query: ParsedCatalogQuery } {
    const query = this.queryOf(parameters)
    const { version } = this.#deps.view
    const page = this.#deps.view.search(query)
    const term = query.offset === 0 ? termOf(query) : ''
    return {
      query,
      version,
      page,
      term: page.slots.length > 0 ? term : '',
      lookupTerm: this.#hasFewResults(term, page.total) ? term : '',
    }
  }

  /** Ten letters and digits are an author id if the index has one, and otherwise a word. */
  #legacyAuthorQuery(parameters: SearchParameters): ParsedCatalogQuery | null {
    const authorId = (parameters.q ?? '').trim()
    if (!isLegacyAuthorId(authorId)) return null
    const { q: _, ...filters } = parameters
    const { text, ...queryOfFilters } = catalogQuery(filters)
    const query = { ...queryOfFilters, text: { ...text, authorId } }
    return this.#deps.view.search({ ...query, offset: 0, limit: 1 }).total > 0 ? query : null
  }

  /** True when a term has few results by itself, without the other filters. */
  #hasFewResults(term: string, total: number): boolean {
    const minResults = this.#deps.lookups?.minResults ?? 0
    if (term === '' || total >= minResults) return false
    return totalOf(this.#deps.view, parseQuery(term)) < minResults
  }
}

/** The words searched for; empty for ids, for exclusions alone, and for no text. */
function termOf({ text, wantedText }: ParsedCatalogQuery): string {
  const isWords = text.words.length + text.phrases.length > 0 || text.prefix !== null
  return isWords ? searchTerm(wantedText) : ''
}
