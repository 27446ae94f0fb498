import { bitsetLength } from './bitset.ts'
import { buildFieldWords } from './field-words.ts'
import { mergeDictionaries } from './merge-dictionaries.ts'
import { copyBits, type DocumentNumbers } from './merge-documents.ts'
import { mergeForward } from './merge-forward.ts'
import type { FreeArrays } from './movable-run.ts'
import { buildWordPairs } from './pairs.ts'
import type { RunWords } from './run.ts'
import { sharedUint32 } from './shared.ts'

export type MergedWords = ReturnType<typeof mergeWords>

/** Merges the words and tags of runs, and makes the indexes of pairs of words and of words in names. */
export function mergeWords(runs: readonly RunWords[], numbers: DocumentNumbers, freeArrays: FreeArrays) {
  const mergeDictionaryAndFree = (name: 'words' | 'tags') => {
    const dictionaries = runs.map(run => run[name])
    const mergedDictionary = mergeDictionaries(dictionaries, numbers)
    freeArrays(dictionaries.flatMap(parts => Object.values(parts)))
    return mergedDictionary
  }
  const words = mergeDictionaryAndFree('words')
  const tags = mergeDictionaryAndFree('tags')
  const forward = mergeForward(runs, numbers, words, tags.keys)
  freeArrays(runs.flatMap(({ forward, forwardOffsets }) => [forward, forwardOffsets]))
  const mergedWords = {
    ...forward,
    extraWords: mergeExtraWords(runs, words),
    words: words.dictionary,
    tags: tags.dictionary,
  }
  return { ...mergedWords, ...buildWordPairs(mergedWords, words.dictionary), ...buildFieldWords(mergedWords) }
}

function mergeExtraWords(
  runs: readonly RunWords[],
  { dictionary, keys }: Pick<ReturnType<typeof mergeDictionaries>, 'dictionary' | 'keys'>,
): Uint32Array {
  const out = sharedUint32(bitsetLength(dictionary.offsets.length - 1))
  for (const [run, { extraWords }] of runs.entries()) copyBits(extraWords, keys[run]!, out)
  return out
}
