import { fold } from '../kernel/text/fold.ts'
import { wordForm } from '../kernel/text/word-form.ts'
import { firstSynonyms, synonymsOf } from './synonyms.ts'
import { readNarrowerWords, readSameWords, readVocabulary } from './vocabulary.ts'

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu

let tagsOfWord: ReadonlyMap<string, readonly string[]> | undefined

/**
 * The tags that together mean what one word of a question means: 猫, ねこ and "kitty" mean `cat`. Empty for words that
 * the vocabulary does not know, and for those that mean less than their tag: "husky".
 *
 * @param word in the form in which words are compared (`wordForm`).
 */
export function tagsMeantBy(word: string): readonly string[] {
  tagsOfWord ??= createTagsOfWord()
  return tagsOfWord.get(word) ?? NO_TAGS
}

const NO_TAGS: readonly string[] = []

function createTagsOfWord(): Map<string, string[]> {
  const same = new Set(readSameWords().map(keyOf))
  const narrower = new Set(readNarrowerWords().map(keyOf))
  const found = new Map<string, string[]>()
  for (const { tags } of readVocabulary()) {
    for (const [tag, entry] of Object.entries(tags)) {
      const own = keyOf(tag)
      const meant = [own, `${own}s`, ...firstSynonyms(entry).map(({ text }) => keyOf(text))]
      for (const key of synonymsOf(tag, entry)
        .filter(({ kind }) => kind === 'word' || kind === 'alone')
        .map(({ text }) => keyOf(text)))
        if (same.has(key)) meant.push(key)
      for (const key of new Set(meant))
        if (!narrower.has(key) && key !== tag) found.set(key, [...(found.get(key) ?? []), tag])
    }
  }
  return found
}

/** A synonym as one word of a question has it. */
function keyOf(text: string): string {
  return wordForm(fold(text)).replace(BETWEEN_WORDS, '')
}
