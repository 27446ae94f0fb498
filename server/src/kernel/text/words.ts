import { fold } from './fold.ts'
import { tokenizeField } from './tokenize.ts'

/** Characters that no word of the index has (`tokenize.ts`). */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu

/** The longest folded search text that is stored or shown as a term: nobody else searches for a longer one. */
export const MAX_TERM_LENGTH = 60

/** The words of a text, folded, with single spaces between them; empty when it has none. */
export function foldedWords(text: string): string {
  return fold(text).replace(BETWEEN_WORDS, ' ').trim()
}

/**
 * A test for folded words that contain one of `phrases`: as consecutive whole words, or, in scripts written without
 * spaces, as consecutive characters.
 *
 * @param phrases folded words.
 */
export function phraseFinder(phrases: readonly string[]): (words: string) => boolean {
  const tokens = phrases.map(spaced)
  return words => {
    const text = spaced(words)
    return tokens.some(phrase => text.includes(phrase))
  }
}

function spaced(words: string): string {
  return ` ${tokenizeField(words).join(' ')} `
}
