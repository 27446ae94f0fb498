import { fold } from '../../kernel/text/fold.ts'
import { foldedWords } from '../../kernel/text/words.ts'
import { cutQuery, itemsOf, type QueryItem } from './parse-query.ts'

const TWO_CHARACTERS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u
/** Scripts in which one character may be a word. */
const WORD_BY_ITSELF = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/**
 * Returns the words of a search text, folded and in order, without exclusions, quotes and punctuation, for popular
 * searches and external lookups. It is empty for fewer than two letters or digits, except one of Han, kana or
 * Hangul.
 */
export function searchTerm(q: string): string {
  const wanted = itemsOf(fold(cutQuery(q))).map(wantedText)
  const term = foldedWords(wanted.join(' '))
  return TWO_CHARACTERS.test(term) || WORD_BY_ITSELF.test(term) ? term : ''
}

/** Returns an empty text for exclusions. */
function wantedText({ minus, phrase, word }: QueryItem): string {
  return minus === undefined ? (phrase ?? word ?? '') : ''
}
