import type { Correction } from '@avatary/contract/suggest'
import type { CatalogView, SimilarWord, TextQuery } from '../../avatars/index.ts'
import { fold } from '../../kernel/text/fold.ts'
import { wordForm } from '../../kernel/text/word-form.ts'
import { BROWSE, NO_TEXT } from './browse.ts'
import { cutQuery, parseQuery } from './parse-query.ts'

/** Words with fewer avatars may be mistyped. */
const RARE = 3
/** A word that is probably meant has so many times the avatars of the one that was typed. */
const MORE_FREQUENT = 4
/** Most words of one text that are corrected. */
const MOST_WORDS = 4
const MOST_CORRECTIONS = 3
const RUN = /[\p{L}\p{N}\p{M}]+/gu

type SearchedView = Pick<CatalogView, 'search' | 'wordsSimilarTo'>

/**
 * Texts that were probably meant instead of a search text: words that no or hardly any avatar has are replaced by
 * similar ones that many have. Each finds more than the text does; best first. A bounded number of searches, and none of
 * them counts.
 */
export function corrections(view: SearchedView, q: string): Correction[] {
  const rare = rareWords(view, q)
  if (rare.length === 0) return []
  const found = totalOf(view, q)
  const alternatives = rare
    .map(word => ({ word, meant: meantBy(view, word) }))
    .filter(({ meant }) => meant.length > 0)
  const best = new Map(alternatives.map(({ word, meant }) => [word, meant[0]!.text]))
  const first = alternatives[0]
  if (first === undefined) return []
  return first.meant
    .map(({ text }) => replaced(q, new Map([...best, [first.word, text]])))
    .map(text => ({ q: text, total: totalOf(view, text) }))
    .filter(({ total }) => total > found)
    .slice(0, MOST_CORRECTIONS)
}

function rareWords(view: SearchedView, q: string): string[] {
  const { words, prefix, forms, conditions } = parseQuery(q)
  // Replacing words folds the text, which would undo its operators and `OR`.
  if (conditions.length > 0) return []
  const rareWord = (word: string) => totalOfText(view, { words: [word], forms }) < RARE
  const rare = words.slice(0, MOST_WORDS).filter(rareWord)
  if (prefix !== null && totalOfText(view, { prefix, forms }) < RARE) rare.push(prefix)
  return [...new Set(rare)]
}

function meantBy(view: SearchedView, word: string): SimilarWord[] {
  const least = Math.max(1, MORE_FREQUENT * totalOfText(view, { words: [word] }))
  return view.wordsSimilarTo(word, 2 * MOST_CORRECTIONS).filter(({ count }) => count >= least)
}

function totalOf(view: SearchedView, q: string): number {
  return totalOfText(view, parseQuery(q))
}

function totalOfText(view: SearchedView, text: Partial<TextQuery>): number {
  return view.search({ ...BROWSE, text: { ...NO_TEXT, ...text }, sort: 'recent', offset: 0, limit: 1 }).total
}

function replaced(q: string, words: ReadonlyMap<string, string>): string {
  return fold(cutQuery(q)).replace(RUN, run => words.get(wordForm(run)) ?? run)
}
