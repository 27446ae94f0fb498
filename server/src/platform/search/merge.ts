import { type MergedColumns, mergeColumns } from './merge-columns.ts'
import { numberDocuments } from './merge-documents.ts'
import { type MergedWords, mergeWords } from './merge-words.ts'
import type { FreeArrays } from './movable-run.ts'
import { columnsOf, type Run, runOf, wordsOf } from './run.ts'
import { type BaseSections, FORMAT_VERSION } from './sections.ts'
import type { Counts } from './shared.ts'
import type { TailParts } from './tail-documents.ts'

/** A base at the start of a merge, with the columns that have changed since it was built. */
export interface MergeBase {
  sections: BaseSections
  listed: Uint32Array
  views: Counts
  likes: Counts
  replaced: Uint32Array
}

/** Merges base and tails into a new base, without replaced documents. */
export function mergeTails(
  { sections, replaced, ...columns }: MergeBase,
  tails: readonly TailParts[],
): BaseSections {
  return mergeRuns([{ sections: { ...sections, ...columns }, replaced }, ...tails.map(runOf)])
}

/**
 * Merges runs into a base, without replaced documents.
 * @param freeArrays receives arrays of merged runs that are not read again.
 */
export function mergeRuns(runs: readonly Run[], freeArrays: FreeArrays = () => {}): BaseSections {
  const numbers = numberDocuments(runs)
  const words = mergeWords(runs.map(wordsOf), numbers, freeArrays)
  return baseOf(words, mergeColumns(runs.map(columnsOf), numbers, freeArrays))
}

export function baseOf(
  { words, tags, ...merged }: MergedWords,
  { authorIds, authorNames, ...columns }: MergedColumns,
): BaseSections {
  const meta = Uint32Array.of(FORMAT_VERSION, columns.slots.length)
  return { meta, ...merged, ...columns, dictionaries: { words, tags, authorIds, authorNames } }
}
