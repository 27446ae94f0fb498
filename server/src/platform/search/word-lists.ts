import type { CountedText, SimilarWord, SimilarWordsQuery, TextKind } from '../../avatars/index.ts'
import { compareTexts } from '../../kernel/text/compare-texts.ts'
import { EditDistances } from '../../kernel/text/edit-distance.ts'
import { maxEdits, similarityTo, weightOf } from '../../kernel/text/similar.ts'
import { isUnspaced } from '../../kernel/text/tokenize.ts'
import type { BaseSegment } from './base-segment.ts'
import type { Dictionary } from './dictionary.ts'
import { keyBytes } from './key-bytes.ts'
import type { TailSegment } from './tail-segment.ts'
import { countedRuns } from './unspaced-runs.ts'

/** Texts counted exactly per requested text, because the most frequent ones are chosen by an estimate. */
const COUNTED_PER_TEXT = 2
/** Keys compared in one step: a few tenths of a millisecond of work. */
const KEYS_PER_STEP = 4096

/** Texts of a kind that begin with `beginning`, with the number of listed documents: most first, ties by text. */
export function textsBeginningWith(
  base: BaseSegment,
  tails: readonly TailSegment[],
  kind: TextKind,
  beginning: string,
  limit: number,
): CountedText[] {
  const dictionary = base.dictionaries[kind]
  const keys = dictionary.mostFrequentWithPrefix(beginning, limit * COUNTED_PER_TEXT)
  const texts = new Set(keys.map(key => dictionary.keyText(key)))
  for (const tail of tails)
    for (const text of tail.dictionaries[kind].textsOfPrefix(beginning)) texts.add(text)
  return Array.from(texts, text => ({ text, count: countOf(base, tails, kind, text) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareTexts(a.text, b.text))
    .slice(0, limit)
}

/** Words of listed documents, or runs, that are similar to `word`: heaviest first (`weightOf`), ties by text. */
export function* wordsSimilarTo(
  base: BaseSegment,
  tails: readonly TailSegment[],
  word: string,
  query: SimilarWordsQuery,
): Generator<void, SimilarWord[]> {
  const { minCount, limit } = query
  const similarWords = yield* isUnspaced(word)
    ? countedRuns(base, tails, word, query)
    : countedWords(base, tails, word)
  return similarWords
    .filter(({ count }) => count >= minCount)
    .sort((a, b) => weightOf(b.edits, b.count) - weightOf(a.edits, a.count) || compareTexts(a.text, b.text))
    .slice(0, limit)
}

function* countedWords(
  base: BaseSegment,
  tails: readonly TailSegment[],
  word: string,
): Generator<void, SimilarWord[]> {
  const editsByWord = yield* similarWordsIn(base.dictionaries.words, word)
  const edits = similarityTo(word)
  const mayBeSimilar = sharesBeginningOrEnd(word)
  for (const tail of tails)
    tail.dictionaries.words.eachSearchableText(other => {
      if (mayBeSimilar(other) && edits(other) > 0) editsByWord.set(other, edits(other))
    })
  return Array.from(editsByWord, ([text, edits]) => ({
    text,
    edits,
    count: countOf(base, tails, 'words', text),
  }))
}

/**
 * A cheap test that all similar words pass: they share the first two letters, or, after one edit there, all from the
 * fourth letter on.
 */
function sharesBeginningOrEnd(word: string): (other: string) => boolean {
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)]
  const ending = word.slice(3)
  const maxDistance = maxEdits(word)
  return other =>
    Math.abs(other.length - word.length) <= maxDistance &&
    ((other.charCodeAt(0) === first && other.charCodeAt(1) === second) || other.endsWith(ending))
}

function countOf(base: BaseSegment, tails: readonly TailSegment[], kind: TextKind, text: string): number {
  const dictionary = base.dictionaries[kind]
  const key = dictionary.find(keyBytes(text))
  const countInBase = key === -1 ? 0 : base.countListedWithKey(kind, key)
  return tails.reduce((sum, tail) => sum + tail.countListedWith(kind, text), countInBase)
}

/**
 * Similar words of a sorted dictionary. Those with the same first two letters are compared one by one. All others
 * differ by a single edit there, so those edits are enumerated and looked up.
 */
function* similarWordsIn(dictionary: Dictionary, word: string): Generator<void, Map<string, number>> {
  const editsByWord = new Map<string, number>()
  const maxDistance = maxEdits(word)
  if (maxDistance === 0) return editsByWord
  const distances = new EditDistances(word, maxDistance)
  const units = new Uint16Array(word.length + maxDistance + 1)
  const [from, to] = dictionary.range(keyBytes(word.slice(0, 2)))
  for (let key = from; key < to; key++) {
    if ((key - from) % KEYS_PER_STEP === KEYS_PER_STEP - 1) yield
    if (dictionary.keyByteLength(key) < word.length - maxDistance) continue
    const length = dictionary.readKeyUnits(key, units)
    const edits = length === units.length ? maxDistance + 1 : distances.distanceToUnits(units, length)
    if (edits <= maxDistance && edits > 0) editsByWord.set(dictionary.keyText(key), edits)
  }
  yield
  const edits = similarityTo(word)
  for (const other of otherBeginnings(dictionary, word))
    if (edits(other) === 1 && dictionary.find(keyBytes(other)) !== -1) editsByWord.set(other, 1)
  return editsByWord
}

/** Words, known or not, that become `word` by one edit of their first two letters. */
function otherBeginnings(dictionary: Dictionary, word: string): string[] {
  const [first, second, third] = [word[0]!, word[1]!, word[2]!]
  return [
    ...dictionary.unitsAfter('').flatMap(unit => [unit + word.slice(1), unit + word]),
    ...dictionary
      .unitsAfter(first)
      .flatMap(unit => [first + unit + word.slice(2), first + unit + word.slice(1)]),
    word.slice(1),
    first + word.slice(2),
    second + first + word.slice(2),
    first + third + second + word.slice(3),
  ]
}
