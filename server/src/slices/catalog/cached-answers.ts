import { LRUCache } from 'lru-cache'
import type { CatalogView, SearchPage } from '../../avatars/index.ts'
import type { Prepared } from '../../kernel/answer.ts'
import { cacheableAnswer, cachedBytes } from '../../kernel/cacheable-answer.ts'
import { LatestAnswers } from './latest-answers.ts'
import { RecentTexts } from './recent-texts.ts'

export interface Found {
  readonly page: SearchPage
  /** The term to count for popular searches, or empty. */
  term: string
  /** The term to look up elsewhere, or empty. */
  thinTerm: string
}

export interface CachedAnswer extends Found {
  readonly answer: Prepared
  /** The version of the catalog for which the answer was last found right, and that of its form. */
  version: number
  readonly formVersion: number | undefined
}

/** See `SearchForm`. */
interface Form {
  version?(): number
}

/** Bytes of cached answers with all that they keep. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Answers by question. They are valid for one version of the catalog, and later while their page stays the same. Most
 * are given once, as the next one has other counters: only those that are given again are kept long. Others would fill
 * memory that is free only when the garbage collector has marked all of it.
 */
export class CachedAnswers {
  readonly #view: Pick<CatalogView, 'version' | 'changedAt'>
  readonly #given = new RecentTexts()
  readonly #firstAnswers = new LatestAnswers<CachedAnswer>()
  readonly #answers = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, name) => cachedBytes(answer, name),
  })

  constructor(view: Pick<CatalogView, 'version' | 'changedAt'>) {
    this.#view = view
  }

  /** Returns an answer that is valid as it is. */
  find(name: string, form: Form): CachedAnswer | undefined {
    // Unlike `get`, it does not move the answer to the front, which takes longer than all else here.
    const found = this.#answers.peek(name) ?? this.#firstAnswers.find(name)
    const isValid = found?.version === this.#view.version && found.formVersion === form.version?.()
    return isValid ? found : undefined
  }

  /**
   * Returns the answer of an earlier version when its page is found again and none of its avatars changed since.
   * Answers with something beside their page, and empty ones, which have corrections, are never kept so.
   */
  keep(name: string, form: Form, { page, term, thinTerm }: Found): CachedAnswer | undefined {
    const earlier = this.#answers.get(name) ?? this.#firstAnswers.find(name)
    if (earlier === undefined || form.version !== undefined || page.slots.length === 0) return undefined
    if (!this.#isUnchanged(earlier, page)) return undefined
    return Object.assign(earlier, { version: this.#view.version, term, thinTerm })
  }

  add(name: string, form: Form, made: Found & Pick<CachedAnswer, 'answer'>): CachedAnswer {
    const formVersion = form.version?.()
    const isGivenAgain = this.#given.note(`${name} ${this.#stateOf(made.page, formVersion)}`)
    const answer = isGivenAgain ? cacheableAnswer(made.answer) : made.answer
    const cached = { ...made, answer, version: this.#view.version, formVersion }
    if (isGivenAgain) this.#answers.set(name, cached)
    else {
      this.#answers.delete(name)
      if (answer.options.release === undefined) this.#firstAnswers.add(name, cached)
    }
    return cached
  }

  /** Differs for two answers to one question that could not be the same. */
  #stateOf({ total, slots }: SearchPage, formVersion: number | undefined): string {
    const isKeptLater = formVersion === undefined && slots.length > 0
    const changedAt = isKeptLater
      ? slots.reduce((latest, slot) => Math.max(latest, this.#view.changedAt(slot)), 0)
      : this.#view.version
    return `${total} ${changedAt} ${formVersion}`
  }

  #isUnchanged({ page, version }: CachedAnswer, { total, slots }: SearchPage): boolean {
    if (total !== page.total || slots.length !== page.slots.length) return false
    return slots.every((slot, i) => slot === page.slots[i] && this.#view.changedAt(slot) <= version)
  }
}
