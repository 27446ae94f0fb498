import { LRUCache } from 'lru-cache'
import type { CatalogView, SearchPage } from '../../avatars/index.ts'
import type { PreparedAnswer } from '../../kernel/answer.ts'
import { cacheableAnswer, cacheEntryBytes } from '../../kernel/cacheable-answer.ts'
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
  readonly answer: PreparedAnswer
  readonly formVersion: number | undefined
}

/** The part of a `SearchForm` that decides how long an answer is valid. */
interface Form {
  version?(): number
}

/** Maximum size of cached answers, with everything that they keep in memory. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Caches answers by form and query string. They are valid for one version of the catalog, and longer if their page does
 * not change. Most answers are given only once, because counters move. So only an answer given twice is kept for long:
 * others would fill memory that V8 only frees after marking the whole heap.
 */
export class CachedAnswers {
  readonly #view: Pick<CatalogView, 'version' | 'changedAt'>
  /** The cache keys and states (`#stateOf`) of recent answers. */
  readonly #recentStates = new RecentTexts()
  readonly #answersGivenOnce = new LatestAnswers<CachedAnswer>()
  readonly #answers = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, cacheKey) => cacheEntryBytes(answer, cacheKey),
  })

  constructor(view: Pick<CatalogView, 'version' | 'changedAt'>) {
    this.#view = view
  }

  /** Returns a cached answer that is valid for the current versions. */
  find(cacheKey: string, form: Form): CachedAnswer | undefined {
    // Not `get`: moving the answer to the front of the LRU would take longer than everything else here.
    const entry = this.#answers.peek(cacheKey) ?? this.#answersGivenOnce.find(cacheKey)
    const isValid = entry?.version === this.#view.version && entry.formVersion === form.version?.()
    return isValid ? entry : undefined
  }

  /**
   * Returns the cached answer of an earlier version if the page is the same and none of its avatars changed since;
   * never one whose form has a version of its own, nor one to an empty page, whose corrections may change.
   */
  revalidate(
    cacheKey: string,
    form: Form,
    { version, page, term, lookupTerm }: FoundPage,
  ): CachedAnswer | undefined {
    const earlierAnswer = this.#answers.get(cacheKey) ?? this.#answersGivenOnce.find(cacheKey)
    if (earlierAnswer === undefined || form.version !== undefined || page.slots.length === 0) return undefined
    if (!this.#isUnchanged(earlierAnswer, page)) return undefined
    return Object.assign(earlierAnswer, { version, term, lookupTerm })
  }

  add(cacheKey: string, form: Form, newAnswer: Omit<CachedAnswer, 'formVersion'>): CachedAnswer {
    const formVersion = form.version?.()
    const isRepeated = this.#recentStates.note(`${cacheKey} ${this.#stateOf(newAnswer, formVersion)}`)
    const answer = isRepeated ? cacheableAnswer(newAnswer.answer) : newAnswer.answer
    const cachedAnswer = { ...newAnswer, answer, formVersion }
    if (isRepeated) this.#answers.set(cacheKey, cachedAnswer)
    else {
      this.#answers.delete(cacheKey)
      if (answer.options.release === undefined) this.#answersGivenOnce.add(cacheKey, cachedAnswer)
    }
    return cachedAnswer
  }

  /** Equal for two answers with the same cache key only if their bytes are equal. */
  #stateOf({ version, page: { total, slots } }: FoundPage, formVersion: number | undefined): string {
    const mayOutliveVersion = formVersion === undefined && slots.length > 0
    const changedAt = mayOutliveVersion
      ? slots.reduce((latest, slot) => Math.max(latest, this.#view.changedAt(slot)), 0)
      : version
    return `${total} ${changedAt} ${formVersion}`
  }

  #isUnchanged({ page, version }: CachedAnswer, { total, slots }: SearchPage): boolean {
    if (total !== page.total || slots.length !== page.slots.length) return false
    return slots.every((slot, i) => slot === page.slots[i] && this.#view.changedAt(slot) <= version)
  }
}
