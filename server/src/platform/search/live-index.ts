import { type BaseResult, BaseTask } from './base-task.ts'
import { DEFAULT_OPTIONS, type LiveIndexOptions } from './live-index-options.ts'
import { deriveLiveParts } from './live-parts.ts'
import { emptySections, type IndexSections } from './sections.ts'
import { type LiveIndex, SegmentedIndex } from './segmented-index.ts'

export type { IndexSections } from './sections.ts'
export type { LiveIndex } from './segmented-index.ts'

export function createLiveIndex(options: LiveIndexOptions = {}): LiveIndex {
  const sections = emptySections()
  return new SegmentedIndex({ sections, liveParts: deriveLiveParts(sections) }, options)
}

/**
 * Loads an index from the sections that `capture` returned; it takes over those in shared memory. A worker thread
 * checks them and computes what they do not include.
 * @throws when a section is missing or does not fit the others.
 */
export async function loadLiveIndex(
  sections: IndexSections,
  options: LiveIndexOptions = {},
): Promise<LiveIndex> {
  await using task = new BaseTask({ kind: 'load', sections }, { ...DEFAULT_OPTIONS, ...options })
  return new SegmentedIndex(await task.result, options)
}

/** Creates an index on a base that was just made, so that its first capture needs no merge. */
export function liveIndexOn(base: BaseResult, options: LiveIndexOptions = {}): LiveIndex {
  return new SegmentedIndex(base, options, base.sections)
}
