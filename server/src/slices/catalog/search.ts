import type { Platform } from '@avatary/contract/avatar'
import {
  type CatalogQuery,
  type CatalogSort,
  type CatalogView,
  type SearchPage,
  tagForm,
} from '../../avatars/index.ts'
import { type Prepared, prepared, type RequestContext } from '../../kernel/answer.ts'
import { isLegacyAuthorId } from '../../kernel/avatar-id.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { searchAnswer } from './answers.ts'
import { NO_TEXT } from './browse.ts'
import { parseAuthor, parseQuery } from './parse-query.ts'
import { searchTerm } from './search-term.ts'
import type { SearchTerms } from './search-terms.ts'

/** The query of `GET /avatars/search`, read by the contract's rules. */
export interface SearchParameters {
  q?: string
  author?: string
  tag?: string
  platform?: Platform
  sort: CatalogSort
  limit: number
  offset: number
}

/** Where else to look for terms of which little is held. */
export interface TermLookups {
  /** A term with fewer results is thin. */
  readonly threshold: number
  /**
   * Null when there is nothing to wait for; else resolves when searching again is worth it, or has waited enough.
   *
   * @param network of who asks; each has its share.
   */
  lookUp(term: string, network: string): Promise<void> | null
}

/** Who is shown what, and searches: programs do not count, nor does `HEAD`. */
export interface CatalogVisits {
  isCounted(client: Pick<RequestContext, 'method' | 'headers'>): boolean
  /** Counts what a client is shown, where it counts. Called for every answer, so it must cost next to nothing. */
  countShown(client: Pick<RequestContext, 'method' | 'headers'>, slots: readonly number[]): boolean
}

export interface CatalogSearchDeps {
  view: CatalogView
  terms: Pick<SearchTerms, 'count'>
  /** Null when there is nowhere else to look. */
  lookups: TermLookups | null
  visits: CatalogVisits
}

/** How the answer to a search is written: the same index answers in several forms. */
export interface SearchForm {
  /** Tells it from other forms. */
  readonly name: string
  /** What it writes holds while this stands still, and the catalog does; for answers that tell the time. */
  version(): number
  write(view: CatalogView, page: SearchPage, query: CatalogQuery, out: JsonWriter): Buffer
}

const CATALOG_FORM: SearchForm = { name: '', version: () => 0, write: searchAnswer }

interface SearchResult {
  query: CatalogQuery
  page: SearchPage
  /** What to count for popular searches, or empty. */
  term: string
  /** What to look up elsewhere, or empty. */
  thinTerm: string
}

interface CachedAnswer extends Pick<SearchResult, 'term' | 'thinTerm'> {
  answer: Prepared
  version: number
  slots: readonly number[]
}

/** Bytes of answers kept for repeated questions. */
const CACHE_BYTES = 32 * 1024 * 1024

/** Turns read parameters into what the index is asked. */
export function catalogQuery(parameters: SearchParameters): CatalogQuery {
  return {
    text: parseQuery(parameters.q ?? ''),
    author: parameters.author === undefined ? null : parseAuthor(parameters.author),
    tag: parameters.tag === undefined ? null : tagForm(parameters.tag),
    platform: parameters.platform ?? null,
    sort: parameters.sort,
    offset: parameters.offset,
    limit: parameters.limit,
  }
}

/** The folded words of a search text when they have results by themselves, else empty. */
export function termWithResults(view: Pick<CatalogView, 'search'>, q: string): string {
  const query = catalogQuery({ q, sort: 'recent', limit: 1, offset: 0 })
  const term = termOf(q, query)
  return term !== '' && view.search(query).total > 0 ? term : ''
}

/**
 * `GET /avatars/search`. The same question at the same version of the catalog has the same answer, so answers are
 * kept until the version moves, within a bound of bytes.
 */
export class CatalogSearch {
  readonly #view: CatalogView
  readonly #terms: Pick<SearchTerms, 'count'>
  readonly #lookups: TermLookups | null
  readonly #visits: CatalogVisits
  readonly #writer = new JsonWriter()
  readonly #cache = new Map<string, CachedAnswer>()
  #cachedBytes = 0
  #cachedVersion = -1

  constructor({ view, terms, lookups, visits }: CatalogSearchDeps) {
    this.#view = view
    this.#terms = terms
    this.#lookups = lookups
    this.#visits = visits
  }

  /**
   * The same object for everybody who asks the same while the catalog stands still. The first to ask for a thin term
   * waits a while for what others know of it.
   *
   * @param client whose query string, as it came, names the parameters exactly.
   */
  async answer(
    client: Pick<RequestContext, 'rawQuery' | 'method' | 'headers' | 'network'>,
    parameters: SearchParameters,
    form: SearchForm = CATALOG_FORM,
  ): Promise<Prepared> {
    const { rawQuery, network } = client
    let found = this.#cachedAnswer(rawQuery, parameters, form)
    const lookup = found.thinTerm === '' ? null : this.#lookups!.lookUp(found.thinTerm, network)
    if (lookup !== null) {
      await lookup
      found = this.#cachedAnswer(rawQuery, parameters, form)
    }
    const { answer, slots, term } = found
    if (this.#visits.countShown(client, slots) && term !== '') this.#terms.count(term)
    return answer
  }

  /**
   * The page alone, for long answers that are written elsewhere: a search like any other, but its avatars do not count
   * as looked at.
   */
  async page(
    client: Pick<RequestContext, 'method' | 'headers' | 'network'>,
    parameters: SearchParameters,
  ): Promise<SearchPage> {
    let found = this.#search(parameters)
    const lookup = found.thinTerm === '' ? null : this.#lookups!.lookUp(found.thinTerm, client.network)
    if (lookup !== null) {
      await lookup
      found = this.#search(parameters)
    }
    if (found.term !== '' && this.#visits.isCounted(client)) this.#terms.count(found.term)
    return found.page
  }

  /** What the index is asked for parameters: as `catalogQuery`, with ids that only the index knows for ids. */
  queryOf(parameters: SearchParameters): CatalogQuery {
    return this.#legacyAuthorQuery(parameters) ?? catalogQuery(parameters)
  }

  #cachedAnswer(question: string, parameters: SearchParameters, form: SearchForm): CachedAnswer {
    if (this.#cachedVersion !== this.#view.version) this.#forgetAll()
    const name = form.name + question
    const cached = this.#cache.get(name)
    if (cached?.version === form.version()) return cached
    if (cached !== undefined) this.#forget(name, cached)
    const made = this.#newAnswer(parameters, form)
    this.#cacheAnswer(name, made)
    return made
  }

  #newAnswer(parameters: SearchParameters, form: SearchForm): CachedAnswer {
    const { query, page, term, thinTerm } = this.#search(parameters)
    const answer = prepared({ body: form.write(this.#view, page, query, this.#writer) })
    return { answer, version: form.version(), slots: page.slots, term, thinTerm }
  }

  #search(parameters: SearchParameters): SearchResult {
    const query = this.queryOf(parameters)
    const page = this.#view.search(query)
    const term = query.offset === 0 ? termOf(parameters.q ?? '', query) : ''
    return {
      query,
      page,
      term: page.slots.length > 0 ? term : '',
      thinTerm: this.#isThin(term, page.total) ? term : '',
    }
  }

  /** Ten letters and digits are the id of a legacy author where there is one; anything else they are a word. */
  #legacyAuthorQuery(parameters: SearchParameters): CatalogQuery | null {
    const authorId = (parameters.q ?? '').trim()
    if (!isLegacyAuthorId(authorId)) return null
    const { q: _, ...filters } = parameters
    const query = { ...catalogQuery(filters), text: { ...NO_TEXT, authorId } }
    return this.#view.search({ ...query, offset: 0, limit: 1 }).total > 0 ? query : null
  }

  /**
   * A term is thin when it has few results by itself, whatever the filters and exclusions that stand beside it; those
   * only ever leave fewer.
   */
  #isThin(term: string, total: number): boolean {
    const threshold = this.#lookups?.threshold ?? 0
    if (term === '' || total >= threshold) return false
    return this.#view.search(catalogQuery({ q: term, sort: 'recent', limit: 1, offset: 0 })).total < threshold
  }

  #cacheAnswer(name: string, cached: CachedAnswer): void {
    const bytes = bytesOf(name, cached)
    if (this.#cachedBytes + bytes > CACHE_BYTES) this.#forgetAll()
    this.#cache.set(name, cached)
    this.#cachedBytes += bytes
  }

  #forget(name: string, cached: CachedAnswer): void {
    this.#cache.delete(name)
    this.#cachedBytes -= bytesOf(name, cached)
  }

  #forgetAll(): void {
    this.#cache.clear()
    this.#cachedBytes = 0
    this.#cachedVersion = this.#view.version
  }
}

function bytesOf(name: string, { answer }: CachedAnswer): number {
  return answer.options.body.length + name.length
}

/** The words that were looked for; empty for ids, exclusions alone, or no text at all. */
function termOf(q: string, { text }: CatalogQuery): string {
  const isWords = text.words.length + text.phrases.length > 0 || text.prefix !== null
  return isWords ? searchTerm(q) : ''
}
