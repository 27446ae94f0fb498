import { fold } from './fold.ts'
import { tokenizeField } from './tokenize.ts'

/** Characters that are in no word of the index (`tokenize.ts`). */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu

/** Longer folded search texts are not stored or shown as terms: nobody else searches for the same long text. */
export const MAX_TERM_LENGTH = 60

/** The folded words of a text, separated by single spaces; empty when it has none. */
export function foldedWords(text: string): string {
  return fold(text).replace(BETWEEN_WORDS, ' ').trim()
}

/**
 * Returns a function that tests if folded words contain one of `phrases`: as consecutive whole words, or in scripts
 * without spaces as consecutive characters.
 *
 * @param phrases folded words.
 */
export function phraseFinder(phrases: readonly string[]): (words: string) => boolean {
  const spacedPhrases = phrases.map(withSpaces)
  return words => {
    const text = withSpaces(words)
    return spacedPhrases.some(phrase => text.includes(phrase))
  }
}

function withSpaces(words: string): string {
  return ` ${tokenizeField(words).join(' ')} `
}
