import type { CatalogSort, NumberRange, RangeColumn } from '../../avatars/index.ts'
import type { OrderBlock, OrderBoundary } from './order-list.ts'
import type { Counts } from './shared.ts'

/** Fields of a document in the order of relevance; words are searched in all fields up to and including `upToField`. */
export type SearchField = 'name' | 'author' | 'tags' | 'description'

/** The documents of a segment that match one condition of a query. */
export interface Source {
  /** Estimated number of documents, at least half of it, by which sources are sorted. */
  readonly size: number
  /** True when the documents are a bitset; `read` must then not be called. */
  readonly isDense: boolean
  /** The documents as a bitset; null when only `read` provides them. Read-only. */
  bits(): Uint32Array | null
  /**
   * The documents as a sorted list that stays valid until the next search; null when only `read` provides them.
   * Read-only.
   */
  list(): Uint32Array | null
  /** Writes the documents in ascending order and returns their number. */
  read(out: Uint32Array): number
  /** Tests whether a document is in the set. Null when the set exists already, or its documents cannot be tested. */
  readonly test: ((doc: number) => boolean) | null
  /** Cost of `test` for one document, relative to the cost per document of making the set. */
  readonly testCost: number
  /** Cost of making the set, in units of the cost of one document of a set that is read from the index. */
  readonly makeCost: number
  /** For a dense source whose set does not exist yet: existing bitsets of which each contains all of its documents. */
  readonly supersets: readonly Uint32Array[]
}

/** The order of a segment's documents in blocks. */
export interface ScanOrder {
  readonly blocks: readonly OrderBlock[]
  boundary(isBefore: (doc: number) => boolean): OrderBoundary
  /** For each block, how many of a list's first `count` documents are in it. Only the base's orders support it. */
  countInBlocks(docs: Uint32Array, count: number): Uint32Array
  /** The first `count` documents of a list in this order. Only the base's orders support it. */
  firstOf(docs: Uint32Array, count: number): Uint32Array
}

/**
 * Documents numbered from 0: the immutable base, or a small tail of later puts. Replaced documents remain until the
 * next merge, but are not listed.
 */
export interface Segment {
  readonly size: number
  /** Bits of the documents that are listed and not replaced. */
  readonly listedBits: Uint32Array
  readonly listedCount: number
  /**
   * Bits of the listed documents for a platform, given by its index in the contract's list; for any platform when null.
   */
  listedBitsOn(platform: number | null): Uint32Array
  /** Number of documents of a source's set that are in `listedBits`, which `listedBitsOn` returned. */
  countListed(set: Uint32Array, isBitset: boolean, listedBits: Uint32Array): number
  readonly slots: Uint32Array
  /** In milliseconds. */
  readonly addedAt: Float64Array
  /** In milliseconds; `-Infinity` when unknown. */
  readonly updatedAt: Float64Array
  /** Four 32-bit numbers per document, which sort like the ids' text. */
  readonly ids: Uint32Array
  readonly views: Counts
  readonly likes: Counts
  /** Sort keys of names: bytes from `nameStart(doc)` to `nameEnd(doc)`. */
  readonly nameBytes: Uint8Array
  nameStart(doc: number): number
  nameEnd(doc: number): number

  /** This and the next methods return null when no document can match. */
  word(word: string, upToField: SearchField): Source | null
  hasWord(word: string): boolean
  prefix(prefix: string, upToField: SearchField): Source | null
  tag(tag: string): Source | null
  authorId(id: string): Source | null
  authorName(foldedName: string): Source | null
  /** @param index of the platform in the contract's list. */
  platform(index: number): Source | null
  /** @param isAccepted has 1 for each accepted value of `IndexDocument.performance`. */
  performance(cacheName: string, isAccepted: Uint8Array): Source | null
  range(column: RangeColumn, range: NumberRange): Source | null
  /** Documents with these tokens consecutively in one field. */
  phrase(tokens: readonly string[], upToField: SearchField): Source | null
  /** Documents whose names are one of these, or begin with one. */
  withName(nameKeys: readonly string[], match: 'exactly' | 'beginning'): Source | null
  /** Documents of authors whose whole name consists of these tokens, of which there is at least one. */
  wholeAuthorName(tokens: readonly string[]): Source | null
  /**
   * The cached set of this name, or else the one that `make` returns. It must not depend on columns that change in
   * place, and stays valid until the next search.
   */
  cachedSet(name: string, make: () => Uint32Array): Uint32Array
  isCached(name: string): boolean
  /** Zeroed memory that the caller may use until the next search. */
  allocate(length: number): Uint32Array
  /** A copy that the caller may use until the next search. */
  copyOf(numbers: Uint32Array): Uint32Array
  /** The document of an avatar id, or -1. */
  docOfId(id: string): number

  /** `oldest` is read as `recent` from its end. The base has neither, because its documents are numbered by date. */
  order(sort: Exclude<CatalogSort, 'oldest'>): ScanOrder
  comparatorOf(sort: CatalogSort): (a: number, b: number) => number

  /**
   * Scratch memory, large enough for any `read` of this segment: the first for the matches of a query, the second for
   * one of its steps.
   */
  readonly scratchLists: readonly [Uint32Array, Uint32Array]
  readonly scratchBits: readonly [Uint32Array, Uint32Array]
}
