import { setImmediate as nextTurn } from 'node:timers/promises'
import { getOrInsert } from '../kernel/get-or-insert.ts'
import { EditDistances } from '../kernel/text/edit-distance.ts'
import { fold } from '../kernel/text/fold.ts'
import { isUnspaced } from '../kernel/text/tokenize.ts'
import { wordForm } from '../kernel/text/word-form.ts'
import { firstSynonyms, synonymsOf } from './synonyms.ts'
import { readNarrowerWords, readSameWords, readVocabulary } from './vocabulary.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu

const HAN = /^\p{Script=Han}/u

const NO_TAGS: readonly string[] = []

const tagsOfWord = new Map<string, string[]>()
/** The spellings of each word in a script without spaces, by `keyOf`; the preferred one is first. */
const spellingsByKey = new Map<string, Set<string>>()
const readingSteps = readGroups()

/**
 * The tags that together mean the same as a word of a query: 猫, ねこ and "kitty" mean `cat`. Empty for words that the
 * vocabulary does not have, and for words that are narrower than their tag, such as "husky".
 *
 * @param word in the form in which words are compared (`wordForm`).
 */
export function tagsMeantBy(word: string): readonly string[] {
  finishReading()
  return tagsOfWord.get(word) ?? NO_TAGS
}

/** A word of the vocabulary as people write it, and the tags that together mean the same. */
export interface WrittenWord {
  readonly text: string
  readonly tags: readonly string[]
}

/**
 * The words in scripts without spaces that begin with a text, each in the spelling that begins as typed, if
 * there is one: ネ finds ネコ, and ね finds ねこ.
 *
 * @param typedText a folded text
 */
export function wordsBeginningWith(typedText: string): WrittenWord[] {
  finishReading()
  const beginning = wordForm(typedText)
  return [...spellingsByKey]
    .filter(([word]) => word.startsWith(beginning))
    .map(([word, [...texts]]) => ({
      text: texts.find(text => text.startsWith(typedText)) ?? texts[0]!,
      tags: tagsMeantBy(word),
    }))
}

/**
 * The words of two or three characters in scripts without spaces that are one edit from a pair of characters. A Han
 * character at the beginning is not replaced, but may be swapped with the other.
 *
 * @param pair two folded characters
 */
export function wordsLikePair(pair: string): WrittenWord[] {
  finishReading()
  const form = wordForm(pair)
  const swappedForm = [...form].toReversed().join('')
  const keepsFirst = HAN.test(form)
  const edits = new EditDistances(form, 1)
  return [...spellingsByKey]
    .filter(([word]) => word.length >= 2 && edits.distanceTo(word) === 1)
    .filter(([word]) => !keepsFirst || word[0] === form[0] || word === swappedForm)
    .map(([word, [text]]) => ({ text: text!, tags: tagsMeantBy(word) }))
}

/**
 * Reads the vocabulary over several turns of the event loop, which it would otherwise block for 20 ms at the first
 * query.
 */
export async function readQueryTags(): Promise<void> {
  while (!readingSteps.next().done) await nextTurn()
}

function finishReading(): void {
  while (!readingSteps.next().done);
}

/** Fills `tagsOfWord` and `spellingsByKey`, one group of tags per step. */
function* readGroups(): Generator<void, void> {
  const wordsOfSameMeaning = new Set(readSameWords().map(keyOf))
  const narrowerWords = new Set(readNarrowerWords().map(keyOf))
  yield
  for (const { tags } of readVocabulary()) {
    yield
    for (const [tag, entry] of Object.entries(tags)) {
      const preferredTexts = firstSynonyms(entry).map(({ text }) => text)
      const otherTexts = synonymsOf(tag, entry)
        .filter(({ kind }) => kind === 'word' || kind === 'alone')
        .map(({ text }) => text)
        .filter(text => wordsOfSameMeaning.has(keyOf(text)))
      const texts = [tag, `${tag}s`, ...preferredTexts, ...otherTexts]
      // A text may have the key of another tag's usual word: that of 殭屍 (jiangshi) is the key of the word for zombies.
      const isOfAnother = (key: string): boolean =>
        spellingsByKey.get(key)?.isDisjointFrom(new Set(texts)) ?? false
      const keys = texts.map(keyOf).filter(key => !narrowerWords.has(key) && key !== tag)
      const ownKeys = new Set(keys.filter(key => !isOfAnother(key)))
      for (const key of ownKeys) tagsOfWord.set(key, [...(tagsOfWord.get(key) ?? []), tag])
      for (const text of texts.filter(text => isUnspaced(text) && ownKeys.has(keyOf(text))))
        getOrInsert(spellingsByKey, keyOf(text), () => new Set()).add(text)
    }
  }
}

/** The form in which a synonym is compared with a word of a query. */
function keyOf(text: string): string {
  return wordForm(fold(text)).replace(BETWEEN_WORDS, '')
}
