import type { Correction } from '@avatary/contract/suggest'
import { wordsLikePair } from '../../ai-tags/query-tags.ts'
import { type CatalogView, type SimilarWord, totalOf } from '../../avatars/index.ts'
import { compareTexts } from '../../kernel/text/compare-texts.ts'
import { isUnspaced, replaceRuns, wordRuns } from '../../kernel/text/tokenize.ts'
import { wordForm } from '../../kernel/text/word-form.ts'
import { writtenLike } from '../../kernel/text/written-like.ts'
import { cutQuery, parseQuery } from './parse-query.ts'
import { readItems, replaceTexts } from './query-items.ts'
import { countWithTags } from './tags.ts'

/** Words that fewer listed avatars have are corrected. */
const MIN_COMMON_COUNT = 3
/** A correction must have this many times as many avatars as the typed word. */
const MIN_FREQUENCY_RATIO = 4
/** Maximum number of words of a text that are corrected. */
const MAX_CORRECTED_WORDS = 4
const MAX_CORRECTIONS = 3
/** Length of a run whose similar words, if the index has none, are those of the vocabulary. */
const PAIR_CHARACTERS = 2

type SearchedView = Pick<CatalogView, 'search' | 'wordsSimilarTo'>

/**
 * Suggests corrections of a search text, best first: words that no or hardly any avatars have are replaced by similar,
 * frequent ones. Each correction finds more avatars than the text does. Popular searches do not count the searches that
 * this makes.
 */
export function* corrections(view: SearchedView, q: string): Generator<void, Correction[]> {
  const alternatives: { word: string; similarWords: SimilarWord[] }[] = []
  for (const word of rareWords(view, q)) {
    yield
    const similarWords = yield* similarWordsOf(view, word)
    if (similarWords.length > 0) alternatives.push({ word, similarWords })
  }
  const bestByWord = new Map(alternatives.map(({ word, similarWords }) => [word, similarWords[0]!.text]))
  const firstAlternative = alternatives[0]
  if (firstAlternative === undefined) return []
  yield
  const query = parseQuery(q)
  const totalFound = totalOf(view, query)
  const suggestions = firstAlternative.similarWords.map(({ text }) => {
    const correctedText = replaceWords(q, new Map([...bestByWord, [firstAlternative.word, text]]))
    return { text, q: correctedText, total: totalOf(view, parseQuery(correctedText)) }
  })
  // A prefix with the same total as a longer suggestion finds the same avatars.
  const isRepeated = (one: { text: string; total: number }) =>
    firstAlternative.word === query.prefix &&
    suggestions.some(
      ({ text, total }) => total === one.total && text !== one.text && text.startsWith(one.text),
    )
  return suggestions
    .filter(one => one.total > totalFound && !isRepeated(one))
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
  return [...runs].slice(0, MAX_CORRECTED_WORDS).filter(run => total(run) < MIN_COMMON_COUNT)
}

/** Similar words of the index, or of the vocabulary for a pair of characters, which has too many similar pairs. */
function* similarWordsOf(view: SearchedView, word: string): Generator<void, SimilarWord[]> {
  const totalTyped = isUnspaced(word) ? totalOf(view, parseQuery(word)) : totalOf(view, { words: [word] })
  const minCount = Math.max(1, MIN_FREQUENCY_RATIO * totalTyped)
  const similarWords = yield* view.wordsSimilarTo(word, { minCount, limit: 2 * MAX_CORRECTIONS })
  if (similarWords.length > 0 || !isUnspaced(word) || [...word].length !== PAIR_CHARACTERS)
    return similarWords
  yield
  return wordsLikePair(word)
    .map(({ text, tags }) => ({ text, edits: 1, count: countWithTags(view, tags) }))
    .filter(({ count }) => count >= minCount)
    .sort((a, b) => b.count - a.count || compareTexts(a.text, b.text))
    .slice(0, MAX_CORRECTIONS)
}

function replaceWords(q: string, words: ReadonlyMap<string, string>): string {
  const correct = (run: string) => {
    const word = words.get(wordForm(run))
    return word === undefined ? run : writtenLike(run, word)
  }
  return replaceTexts(cutQuery(q), text => replaceRuns(text, correct))
}
