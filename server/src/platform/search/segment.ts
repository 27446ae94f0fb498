import type { CatalogSort, NumberRange, RangeColumn } from '../../avatars/index.ts'
import type { OrderBlock, OrderPlace } from './order-list.ts'

/** Fields of a document in the order of relevance; words are looked for up to one of them. */
export type SearchField = 'name' | 'creator' | 'tags' | 'description'

/** The documents of a segment that match one condition of a query. */
export interface Source {
  /** Estimated number of documents, by which conditions are ordered. */
  readonly size: number
  /** True when the documents are a bitset; `read` must not be called then. */
  readonly isDense: boolean
  /** The documents as a bitset, or null when only `read` has them. Must not be written to. */
  bits(): Uint32Array | null
  /** The documents as a sorted list that stays valid until the next search, or null when only `read` has them. Must not be written to. */
  list(): Uint32Array | null
  /** Writes the documents, ascending, and returns their number. */
  read(out: Uint32Array): number
  /** True when a document matches; null when the set exists already or single documents cannot be asked. */
  readonly holds: ((doc: number) => boolean) | null
  /** Cost of `holds` for one document, in units of the cost of the set for one of its documents. */
  readonly askCost: number
  /** Existing bitsets that contain every document of a dense source whose set does not exist yet. */
  readonly within: readonly Uint32Array[]
}

/** The order of a segment's documents in blocks. */
export interface WalkOrder {
  readonly blocks: readonly OrderBlock[]
  place(isBefore: (doc: number) => boolean): OrderPlace
  /** Number of the first `count` documents of a list in each block; only the base's orders support it. */
  countInBlocks(docs: Uint32Array, count: number): Uint32Array
  /** Those of a list that are in the first blocks, as few blocks as have `count` of them; only the base's orders support it. */
  inFirstBlocks(docs: Uint32Array, count: number): Uint32Array
}

/**
 * Documents numbered from 0: the immutable base, or a small tail of later puts. Replaced documents stay, unlisted,
 * until the next merge.
 */
export interface Segment {
  readonly size: number
  /** Bits of the documents that are listed and not replaced. */
  readonly listed: Uint32Array
  readonly listedCount: number
  /** Bits of the listed documents that are for a platform, by its index in the contract's list; null for all. */
  listedOn(platform: number | null): Uint32Array
  /** Number of the documents in the set of a source that are in `listed`, which is from `listedOn`. */
  countListed(set: Uint32Array, isBits: boolean, listed: Uint32Array): number
  readonly slots: Uint32Array
  readonly addedAt: Float64Array
  /** `-Infinity` when unknown. */
  readonly updatedAt: Float64Array
  /** Four words for each document, which compare as the ids do. */
  readonly ids: Uint32Array
  readonly views: Float64Array
  readonly likes: Float64Array
  /** Sort keys of names: bytes from `nameStart(doc)` to `nameEnd(doc)`. */
  readonly nameBytes: Uint8Array
  nameStart(doc: number): number
  nameEnd(doc: number): number

  /** This and the following are null when no document can match. Words match in fields up to `upTo` only. */
  word(word: string, upTo: SearchField): Source | null
  hasWord(word: string): boolean
  prefix(prefix: string, upTo: SearchField): Source | null
  tag(tag: string): Source | null
  authorId(id: string): Source | null
  authorName(foldedName: string): Source | null
  /** @param index of the platform in the contract's list. */
  platform(index: number): Source | null
  /** @param isAccepted 1 for each accepted value of `IndexDocument.performance`. */
  performance(name: string, isAccepted: Uint8Array): Source | null
  range(column: RangeColumn, range: NumberRange): Source | null
  /** Documents with consecutive tokens in one field. */
  phrase(tokens: readonly string[], upTo: SearchField): Source | null
  /** Documents with a name, or with one that begins so. */
  named(nameKey: string, how: 'exactly' | 'beginning'): Source | null
  /** A set that depends on nothing that changes in place, from the cache by its name, or made; valid until the next search. */
  keptSet(name: string, make: () => Uint32Array): Uint32Array
  /** True when `keptSet` need not make the set of this name. */
  isKept(name: string): boolean
  /** Zeros that are the caller's until the next search. */
  lend(length: number): Uint32Array
  /** A copy that is the caller's until the next search. */
  lendCopy(numbers: Uint32Array): Uint32Array
  /** The document of an avatar id's four words, or -1. */
  docOfId(words: Uint32Array): number

  /** The base has no order for `recent`, since its documents are numbered by it. */
  order(sort: Exclude<CatalogSort, 'oldest'>): WalkOrder
  /** Compares two documents of this segment. */
  compare(sort: CatalogSort): (a: number, b: number) => number

  /** Reused memory for the documents of a query, large enough for any `read` of this segment. */
  readonly scratchLists: readonly [Uint32Array, Uint32Array]
  readonly scratchBits: readonly [Uint32Array, Uint32Array]
}
