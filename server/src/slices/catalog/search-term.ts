import { fold } from '../../kernel/text/fold.ts'
import { foldedWords } from '../../kernel/text/words.ts'
import { cutQuery, itemsOf, type QueryItem } from './parse-query.ts'

const TWO_CHARACTERS = /[\p{L}\p{N}].*[\p{L}\p{N}]/u
/** Scripts of which one character may be a word. */
const WORD_BY_ITSELF = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/**
 * The words that a search text looks for, folded and in their order, as popular searches and lookups elsewhere name
 * them: without exclusions, quotes, punctuation and symbols. Empty for fewer than two letters or digits, unless the one
 * is Han, kana or Hangul.
 */
export function searchTerm(q: string): string {
  const wanted = itemsOf(fold(cutQuery(q))).map(wantedText)
  const term = foldedWords(wanted.join(' '))
  return TWO_CHARACTERS.test(term) || WORD_BY_ITSELF.test(term) ? term : ''
}

/** Empty for an exclusion. */
function wantedText({ minus, phrase, word }: QueryItem): string {
  return minus === undefined ? (phrase ?? word ?? '') : ''
}
