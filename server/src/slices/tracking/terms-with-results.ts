import { LRUCache } from 'lru-cache'
import { MAX_TERM_LENGTH } from '../../kernel/text/words.ts'

/** Longer texts cannot fold to an allowed term. */
const MAX_TEXT_LENGTH = 200
const MAX_CACHED_TEXTS = 5000

/**
 * Finds terms that may be stored: folded, and only those with results, so that only words of the catalog are stored.
 * Texts with results are cached.
 */
export class TermsWithResults {
  readonly #termIfFound: (text: string) => string
  readonly #cache = new LRUCache<string, string>({ max: MAX_CACHED_TEXTS })

  /** @param termIfFound returns the folded words of a text if they have results, or else an empty string. */
  constructor(termIfFound: (text: string) => string) {
    this.#termIfFound = termIfFound
  }

  /** The term, or an empty string when the text must not be stored. */
  termOf(text: string): string {
    if (text === '' || text.length > MAX_TEXT_LENGTH) return ''
    const cachedTerm = this.#cache.get(text)
    if (cachedTerm !== undefined) return cachedTerm
    const term = this.#termIfFound(text)
    if (term === '' || term.length > MAX_TERM_LENGTH) return ''
    this.#cache.set(text, term)
    return term
  }
}
