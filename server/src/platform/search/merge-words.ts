import { wordsFor } from './bitset.ts'
import { buildFieldWords } from './field-words.ts'
import { copyBits, type DocumentNumbers } from './merge-documents.ts'
import { mergeField } from './merge-field.ts'
import { mergeForward } from './merge-forward.ts'
import type { FreeArrays } from './movable-run.ts'
import { buildPairs } from './pairs.ts'
import type { RunWords } from './run.ts'
import { sharedUint32 } from './shared.ts'

export type MergedWords = ReturnType<typeof mergeWords>

/** Merges the words and tags of runs, and makes the indexes of words in their places. */
export function mergeWords(runs: readonly RunWords[], numbers: DocumentNumbers, freeArrays: FreeArrays) {
  const field = (name: 'words' | 'tags') => {
    const fields = runs.map(run => run[name])
    const mergedField = mergeField(fields, numbers)
    freeArrays(fields.flatMap(parts => Object.values(parts)))
    return mergedField
  }
  const words = field('words')
  const tags = field('tags')
  const forward = mergeForward(runs, numbers, words, tags.keys)
  freeArrays(runs.flatMap(({ forward, forwardOffsets }) => [forward, forwardOffsets]))
  const mergedWords = {
    ...forward,
    extraWords: mergeExtraWords(runs, words),
    words: words.field,
    tags: tags.field,
  }
  return { ...mergedWords, ...buildPairs(mergedWords, words.field), ...buildFieldWords(mergedWords) }
}

function mergeExtraWords(
  runs: readonly RunWords[],
  { field, keys }: Pick<ReturnType<typeof mergeField>, 'field' | 'keys'>,
): Uint32Array {
  const out = sharedUint32(wordsFor(field.offsets.length - 1))
  for (const [run, { extraWords }] of runs.entries()) copyBits(extraWords, keys[run]!, out)
  return out
}
