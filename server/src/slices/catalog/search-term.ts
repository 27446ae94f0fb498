import { foldedWords } from '../../kernel/text/words.ts'

const TWO_CHARACTERS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u
/** Scripts in which a single character may be a word. */
const WORD_BY_ITSELF = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/**
 * The words of a search text, folded and in order, without exclusions, qualifiers, quotes and punctuation; used for
 * popular searches and external lookups. Empty for alternatives, and for fewer than two letters or digits unless one is
 * of Han, kana or Hangul.
 */
export function searchTerm(wantedText: string): string {
  const term = foldedWords(wantedText)
  return TWO_CHARACTERS.test(term) || WORD_BY_ITSELF.test(term) ? term : ''
}
