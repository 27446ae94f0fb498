import type { TailFieldParts } from './tail-field.ts'

/** A tail as the merge reads it: arrays that no longer grow. Its documents are numbered in order of arrival. */
export interface TailParts {
  size: number
  dead: Uint32Array
  listed: Uint32Array
  slots: Uint32Array
  addedAt: Float64Array
  views: Float64Array
  likes: Float64Array
  ids: Uint32Array
  platforms: Uint32Array
  words: TailFieldParts
  tags: TailFieldParts
  authorIds: TailFieldParts
  authorNames: TailFieldParts
  names: TailFieldParts
  /** One bit a document. */
  described: Uint32Array
  /** Per document: tokens (keys of `words`) + 1 with a 0 between fields, and the description last behind two of them. */
  tokens: Uint32Array
  tokenEnds: Uint32Array
  /** Keys of `words` beyond the tokens. */
  extras: Uint32Array
}
