import { LRUCache } from 'lru-cache'

/** A longer term is not kept: whoever types that much is not naming what others look for too. */
const LONGEST = 60
/** A longer text cannot be such a term, whatever folding makes of it. */
const LONGEST_TEXT = 200
const MOST_KNOWN = 5000

/** The folded words of a search text when the catalog has results for them, else empty. */
export type TermRule = (text: string) => string

/**
 * Terms that may be kept: folded, and only of texts that find something (design, "Tracking"), so that nothing is
 * stored that does not stand in the catalog already. Texts that do are remembered, in memory and up to a bound.
 */
export class TermsWithResults {
  readonly #rule: TermRule
  readonly #known = new LRUCache<string, string>({ max: MOST_KNOWN })

  constructor(rule: TermRule) {
    this.#rule = rule
  }

  /** Empty for a text that is not to be kept. */
  of(text: string): string {
    if (text === '' || text.length > LONGEST_TEXT) return ''
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const term = this.#rule(text)
    if (term === '' || term.length > LONGEST) return ''
    this.#known.set(text, term)
    return term
  }
}
