import { CachedValue } from '../../kernel/cached-value.ts'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { phraseFinder } from '../../kernel/text/words.ts'

/** Daily counts of search terms in the system of record. */
export interface SearchTermStore {
  addSearches(day: number, searches: ReadonlyMap<string, number>): Promise<void>
  /** Terms by searches since `sinceDay`, most first, ties by term. */
  topTerms(sinceDay: number, limit: number): Promise<string[]>
}

const WINDOW_DAYS = 7
/** A stored term is at most this many characters; whoever types more is not naming what others look for too. */
const LONGEST = 60
/** Terms waiting for a flush; beyond it new ones are not counted, so that memory stays bounded. */
const MOST_WAITING = 10_000
/** The longest list that any endpoint asks for (`/world/searches`; spec, "Limits"). */
const MOST = 50
const FRESH_MS = 5000
/** Terms that are read to show `MOST`, and by how much more when too many of them are excluded. */
const FIRST_READ = 2 * MOST
const READ_GROWTH = 4

/**
 * Popular searches: a term counts when its first page had results, over 7 days (design, "Tracking"). Counts wait in
 * memory and are written in one go; nothing but the folded term and the day is kept.
 */
export class SearchTerms {
  readonly #store: SearchTermStore
  readonly #clock: Clock
  readonly #excluded: () => Promise<readonly string[]>
  #waiting = new Map<string, number>()
  #flushing: Promise<void> = Promise.resolve()
  readonly #ranking: CachedValue<readonly string[]>

  /** @param deps.excluded folded words; the operator wants no term shown that has them in a row. */
  constructor(deps: { store: SearchTermStore; clock: Clock; excluded: () => Promise<readonly string[]> }) {
    this.#store = deps.store
    this.#clock = deps.clock
    this.#excluded = deps.excluded
    this.#ranking = new CachedValue({ clock: deps.clock, freshMs: FRESH_MS, ask: () => this.#ask() })
  }

  /** Counts one search of a folded term, single spaces between words, whose first page had results. */
  count(term: string): void {
    if (term === '' || term.length > LONGEST) return
    const counted = this.#waiting.get(term)
    if (counted === undefined && this.#waiting.size >= MOST_WAITING) return
    this.#waiting.set(term, (counted ?? 0) + 1)
  }

  /**
   * Writes what waits, after what is being written: all that was counted before is stored when it resolves. A failed
   * write is put back and tried with the next one.
   */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write())
    return this.#flushing
  }

  /** The most searched terms of the last 7 days, at most 50; the system of record is asked every five seconds at most. */
  async top(limit: number): Promise<string[]> {
    return (await this.#ranking.get()).slice(0, limit)
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return
    const flushed = this.#waiting
    this.#waiting = new Map()
    try {
      await this.#store.addSearches(utcDay(this.#clock.now()), flushed)
    } catch (error) {
      for (const [term, count] of flushed) this.#waiting.set(term, (this.#waiting.get(term) ?? 0) + count)
      throw error
    }
  }

  async #ask(): Promise<readonly string[]> {
    await this.flush()
    const sinceDay = utcDay(this.#clock.now()) - (WINDOW_DAYS - 1)
    const isExcluded = phraseFinder(await this.#excluded())
    for (let limit = FIRST_READ; ; limit *= READ_GROWTH) {
      const terms = await this.#store.topTerms(sinceDay, limit)
      const shown = terms.filter(term => !isExcluded(term)).slice(0, MOST)
      if (shown.length === MOST || terms.length < limit) return shown
    }
  }
}
