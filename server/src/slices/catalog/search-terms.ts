import { SECTION_LIMITS } from '@avatary/contract/world'
import { CachedValue } from '../../kernel/cached-value.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { MAX_TERM_LENGTH, phraseFinder } from '../../kernel/text/words.ts'
import type { SearchTermStore } from './popular-searches.sql.ts'

interface SearchTermsDeps {
  store: Pick<SearchTermStore, 'addSearches' | 'topTerms'>
  clock: Clock
  /** Folded words; a term that contains one of these texts as consecutive words is not shown. */
  readExcludedTexts: () => Promise<readonly string[]>
}

const WINDOW_DAYS = 7
/** Maximum number of terms whose counts are in memory; beyond that, new ones are not counted. */
const MAX_UNWRITTEN_TERMS = 10_000
/** The longest list of any endpoint (`/world/searches`; spec, "Limits"). */
const MAX_TERMS = SECTION_LIMITS.searches
const FRESH_MS = 5000
/** Number of terms that are read first. */
const FIRST_READ_TERMS = 2 * MAX_TERMS
/** When excluded terms leave too few of those read, this many times as many are read. */
const READ_GROWTH = 4

/**
 * Popular searches of the last 7 days. A term counts when its first page has results. Counts are collected in memory
 * and written in batches; only the folded term and the day are stored.
 */
export class SearchTerms {
  readonly #deps: SearchTermsDeps
  #unwrittenCounts = new Map<string, number>()
  readonly #oneAtATime = new Semaphore(1)
  readonly #ranking: CachedValue<readonly string[]>

  constructor(deps: SearchTermsDeps) {
    this.#deps = deps
    this.#ranking = new CachedValue({ clock: deps.clock, freshMs: FRESH_MS, load: () => this.#load() })
  }

  /** Counts a search that had results. @param term folded words with single spaces. */
  count(term: string): void {
    if (term === '' || term.length > MAX_TERM_LENGTH) return
    const unwrittenCount = this.#unwrittenCounts.get(term)
    if (unwrittenCount === undefined && this.#unwrittenCounts.size >= MAX_UNWRITTEN_TERMS) return
    this.#unwrittenCounts.set(term, (unwrittenCount ?? 0) + 1)
  }

  /** Writes all searches counted before the call. After a failure the next flush writes them. */
  flush(): Promise<void> {
    return this.#oneAtATime.run(() => this.#write())
  }

  /**
   * Returns the most searched terms of the last 7 days, at most `MAX_TERMS`. It reads the database at most once every
   * five seconds.
   */
  async top(limit: number): Promise<string[]> {
    return (await this.#ranking.get()).slice(0, limit)
  }

  async #write(): Promise<void> {
    if (this.#unwrittenCounts.size === 0) return
    const flushedCounts = this.#unwrittenCounts
    this.#unwrittenCounts = new Map()
    try {
      await this.#deps.store.addSearches(utcDay(this.#deps.clock.now()), flushedCounts)
    } catch (error) {
      for (const [term, count] of flushedCounts)
        this.#unwrittenCounts.set(term, (this.#unwrittenCounts.get(term) ?? 0) + count)
      throw error
    }
  }

  async #load(): Promise<readonly string[]> {
    await this.flush()
    const sinceDay = utcDay(this.#deps.clock.now()) - (WINDOW_DAYS - 1)
    const isExcluded = phraseFinder(await this.#deps.readExcludedTexts())
    for (let limit = FIRST_READ_TERMS; ; limit *= READ_GROWTH) {
      const terms = await this.#deps.store.topTerms(sinceDay, limit)
      const shownTerms = terms.filter(term => !isExcluded(term)).slice(0, MAX_TERMS)
      if (shownTerms.length === MAX_TERMS || terms.length < limit) return shownTerms
    }
  }
}
