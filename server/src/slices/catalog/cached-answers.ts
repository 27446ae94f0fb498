import { LRUCache } from 'lru-cache'
import type { CatalogView, SearchPage } from '../../avatars/index.ts'
import type { Prepared } from '../../kernel/answer.ts'
import { cacheableAnswer, cachedBytes } from '../../kernel/cacheable-answer.ts'
import { LatestAnswers } from './latest-answers.ts'
import { RecentTexts } from './recent-texts.ts'

export interface FoundPage {
  readonly page: SearchPage
  /** The last version of the catalog in which the page was found. */
  version: number
  /** The term to count for popular searches, or empty. */
  term: string
  /** The term for an external lookup, or empty. */
  lookupTerm: string
}

export interface CachedAnswer extends FoundPage {
  readonly answer: Prepared
  readonly formVersion: number | undefined
}

/** See `SearchForm`. */
interface Form {
  version?(): number
}

/** Maximum size of cached answers, with everything that they keep in memory. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Caches answers by query. They are valid for one version of the catalog, and longer if their page does not change.
 * Most answers are given only once, because counters move. So only an answer given twice is kept for long: others would
 * fill memory that V8 only frees after marking the whole heap.
 */
export class CachedAnswers {
  readonly #view: Pick<CatalogView, 'version' | 'changedAt'>
  readonly #seen = new RecentTexts()
  readonly #firstAnswers = new LatestAnswers<CachedAnswer>()
  readonly #answers = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, name) => cachedBytes(answer, name),
  })

  constructor(view: Pick<CatalogView, 'version' | 'changedAt'>) {
    this.#view = view
  }

  /** Returns a cached answer that is valid for the current versions. */
  find(name: string, form: Form): CachedAnswer | undefined {
    // `peek`, because moving the answer to the front of the LRU would take longer than everything else here.
    const found = this.#answers.peek(name) ?? this.#firstAnswers.find(name)
    const isValid = found?.version === this.#view.version && found.formVersion === form.version?.()
    return isValid ? found : undefined
  }

  /**
   * Returns the cached answer of an earlier version if the page is the same and none of its avatars changed since.
   * Never for forms with a version of their own, and never for empty pages, whose corrections may change.
   */
  revalidate(
    name: string,
    form: Form,
    { version, page, term, lookupTerm }: FoundPage,
  ): CachedAnswer | undefined {
    const earlierAnswer = this.#answers.get(name) ?? this.#firstAnswers.find(name)
    if (earlierAnswer === undefined || form.version !== undefined || page.slots.length === 0) return undefined
    if (!this.#isUnchanged(earlierAnswer, page)) return undefined
    return Object.assign(earlierAnswer, { version, term, lookupTerm })
  }

  add(name: string, form: Form, newAnswer: FoundPage & Pick<CachedAnswer, 'answer'>): CachedAnswer {
    const formVersion = form.version?.()
    const isRepeated = this.#seen.note(`${name} ${this.#stateOf(newAnswer, formVersion)}`)
    const answer = isRepeated ? cacheableAnswer(newAnswer.answer) : newAnswer.answer
    const cachedAnswer = { ...newAnswer, answer, formVersion }
    if (isRepeated) this.#answers.set(name, cachedAnswer)
    else {
      this.#answers.delete(name)
      if (answer.options.release === undefined) this.#firstAnswers.add(name, cachedAnswer)
    }
    return cachedAnswer
  }

  /** Equal for two answers to the same query only if their bytes are equal. */
  #stateOf({ version, page: { total, slots } }: FoundPage, formVersion: number | undefined): string {
    const isKeptLater = formVersion === undefined && slots.length > 0
    const changedAt = isKeptLater
      ? slots.reduce((latest, slot) => Math.max(latest, this.#view.changedAt(slot)), 0)
      : version
    return `${total} ${changedAt} ${formVersion}`
  }

  #isUnchanged({ page, version }: CachedAnswer, { total, slots }: SearchPage): boolean {
    if (total !== page.total || slots.length !== page.slots.length) return false
    return slots.every((slot, i) => slot === page.slots[i] && this.#view.changedAt(slot) <= version)
  }
}
