import { setImmediate as nextTurn } from 'node:timers/promises'
import { fold } from '../kernel/text/fold.ts'
import { wordForm } from '../kernel/text/word-form.ts'
import { firstSynonyms, synonymsOf } from './synonyms.ts'
import { readNarrowerWords, readSameWords, readVocabulary } from './vocabulary.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu

const NO_TAGS: readonly string[] = []

const tagsOfWord = new Map<string, string[]>()
const reading = readGroups()

/**
 * The tags that together mean the same as a word of a query: 猫, ねこ and "kitty" mean `cat`. Empty for words that the
 * vocabulary does not have, and for words that are narrower than their tag, such as "husky".
 *
 * @param word in the form in which words are compared (`wordForm`).
 */
export function tagsMeantBy(word: string): readonly string[] {
  while (!reading.next().done);
  return tagsOfWord.get(word) ?? NO_TAGS
}

/**
 * Reads the vocabulary over several turns of the event loop, which it would otherwise block for 20 ms at the first
 * query.
 */
export async function readQuestionTags(): Promise<void> {
  while (!reading.next().done) await nextTurn()
}

/** Fills `tagsOfWord`, one group of tags per step. */
function* readGroups(): Generator<void, void> {
  const same = new Set(readSameWords().map(keyOf))
  const narrower = new Set(readNarrowerWords().map(keyOf))
  yield
  for (const { tags } of readVocabulary()) {
    yield
    for (const [tag, entry] of Object.entries(tags)) {
      const own = keyOf(tag)
      const meant = [own, `${own}s`, ...firstSynonyms(entry).map(({ text }) => keyOf(text))]
      for (const key of synonymsOf(tag, entry)
        .filter(({ kind }) => kind === 'word' || kind === 'alone')
        .map(({ text }) => keyOf(text)))
        if (same.has(key)) meant.push(key)
      for (const key of new Set(meant))
        if (!narrower.has(key) && key !== tag) tagsOfWord.set(key, [...(tagsOfWord.get(key) ?? []), tag])
    }
  }
}

/** A synonym in the form of a single word of a query. */
function keyOf(text: string): string {
  return wordForm(fold(text)).replace(BETWEEN_WORDS, '')
}
