import type { TailKeysParts } from './tail-keys.ts'

/** The arrays of a tail for the merge. Its documents are numbered in order of arrival. */
export interface TailParts {
  size: number
  replaced: Uint32Array
  listed: Uint32Array
  slots: Uint32Array
  addedAt: Float64Array
  updatedAt: Float64Array
  views: Float64Array
  likes: Float64Array
  ids: Uint32Array
  platforms: Uint32Array
  performance: Uint16Array
  words: TailKeysParts
  tags: TailKeysParts
  authorIds: TailKeysParts
  authorNames: TailKeysParts
  names: TailKeysParts
  /** Bits of the documents with a description. */
  described: Uint32Array
  /** Tokens (keys of `words`) + 1 of each document, with a 0 between fields and two before the description, the last. */
  tokens: Uint32Array
  tokenEnds: Uint32Array
  /** Counts of fields of each document, see `fieldCounts`. */
  fieldCounts: Uint16Array
  /** Keys of `words` beyond the tokens. */
  extras: Uint32Array
}
