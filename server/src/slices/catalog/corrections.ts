import type { Correction } from '@avatary/contract/suggest'
import type { CatalogView, SimilarWord } from '../../avatars/index.ts'
import { isUnspaced, replaceRuns, wordRuns } from '../../kernel/text/tokenize.ts'
import { totalOf } from './browse.ts'
import { cutQuery, parseQuery } from './parse-query.ts'
import { readItems, replaceTexts } from './query-items.ts'

/** Words with fewer avatars may be mistyped. */
const RARE = 3
/** A word that is probably meant has so many times the avatars of the one that was typed. */
const MORE_FREQUENT = 4
/** Most words of one text that are corrected. */
const MAX_WORDS = 4
const MAX_CORRECTIONS = 3

type SearchedView = Pick<CatalogView, 'search' | 'wordsSimilarTo'>

/**
 * Texts that were probably meant instead of a search text: words that no or hardly any avatar has are replaced by
 * similar ones that many have. Each finds more than the text does; best first. A bounded number of searches, and none of
 * them counts.
 */
export function corrections(view: SearchedView, q: string): Correction[] {
  const rare = rareWords(view, q)
  if (rare.length === 0) return []
  const parsed = parseQuery(q)
  const found = totalOf(view, parsed)
  const alternatives = rare
    .map(word => ({ word, meant: meantBy(view, word) }))
    .filter(({ meant }) => meant.length > 0)
  const best = new Map(alternatives.map(({ word, meant }) => [word, meant[0]!.text]))
  const first = alternatives[0]
  if (first === undefined) return []
  const offered = first.meant.map(({ text }) => {
    const corrected = replaced(q, new Map([...best, [first.word, text]]))
    return { text, q: corrected, total: totalOf(view, parseQuery(corrected)) }
  })
  // A beginning of the last word that finds as many as the word finds the same avatars.
  const isRepeated = (one: { text: string; total: number }) =>
    first.word === parsed.prefix &&
    offered.some(({ text, total }) => total === one.total && text !== one.text && text.startsWith(one.text))
  return offered
    .filter(one => one.total > found && !isRepeated(one))
    .slice(0, MAX_CORRECTIONS)
    .map(({ text: _, ...correction }) => correction)
}

function rareWords(view: SearchedView, q: string): string[] {
  const { prefix, forms, avatarIds, authorId } = parseQuery(q)
  if (avatarIds.length > 0 || authorId !== null) return []
  const { items } = readItems(cutQuery(q))
  const runs = new Set(
    items.flatMap(item => (item.kind === 'text' && !item.isExcluded ? wordRuns(item.text) : [])),
  )
  const total = (run: string): number => {
    if (isUnspaced(run)) return totalOf(view, parseQuery(run))
    return totalOf(view, run === prefix ? { prefix, forms } : { words: [run], forms })
  }
  return [...runs].slice(0, MAX_WORDS).filter(run => total(run) < RARE)
}

function meantBy(view: SearchedView, word: string): SimilarWord[] {
  const typed = isUnspaced(word) ? totalOf(view, parseQuery(word)) : totalOf(view, { words: [word] })
  const least = Math.max(1, MORE_FREQUENT * typed)
  return view.wordsSimilarTo(word, { least, limit: 2 * MAX_CORRECTIONS })
}

function replaced(q: string, words: ReadonlyMap<string, string>): string {
  return replaceTexts(cutQuery(q), text => replaceRuns(text, run => words.get(run) ?? run))
}
