import type { CatalogSort } from '../../avatars/index.ts'
import type { OrderBlock, OrderPlace } from './order-list.ts'

/** The documents of a segment that one condition of a query holds for. */
export interface Source {
  /** About how many documents; tells which condition to begin with. */
  readonly size: number
  /** Whether `bits` is to be preferred to `read`, which then may not be called. */
  readonly isDense: boolean
  /** The documents as a bitset of the segment's words, or null when only `read` has them. Not to be written to. */
  bits(): Uint32Array | null
  /** The documents as a sorted list that lasts, or null when only `read` has them. Not to be written to. */
  list(): Uint32Array | null
  /** Writes the documents, ascending, and returns how many there are. */
  read(out: Uint32Array): number
  /** Asks of one document; null when only whole sets can be had, or one is at hand already. */
  readonly holds: ((doc: number) => boolean) | null
  /** Asking one document costs about as much as making the set does for so many of `size`. */
  readonly askCost: number
  /** Bitsets at hand that have every document of a dense source which is not at hand itself. */
  readonly within: readonly Uint32Array[]
}

/** Order of a segment's documents: blocks to walk, and the place of a key that another segment's document has. */
export interface WalkOrder {
  readonly blocks: readonly OrderBlock[]
  place(isBefore: (doc: number) => boolean): OrderPlace
  /** How many of the first `count` documents of a list are in each block; the base's orders alone know. */
  countInBlocks(docs: Uint32Array, count: number): Uint32Array
}

/**
 * Documents under numbers of their own, from 0: the immutable base and the small tails that were put since are two
 * kinds. Documents that were replaced meanwhile stay, unlisted, until the next merge.
 */
export interface Segment {
  readonly size: number
  /** One bit a document: listed, and not replaced. */
  readonly listed: Uint32Array
  readonly listedCount: number
  /** Number of listed documents among those that a source has as bits, or as a list. */
  countListed(set: Uint32Array, isBits: boolean): number
  readonly slots: Uint32Array
  readonly addedAt: Float64Array
  /** Four words a document, in the order of ids as text. */
  readonly ids: Uint32Array
  readonly views: Float64Array
  readonly likes: Float64Array
  /** Sort keys of names: bytes from `nameStart(doc)` to `nameEnd(doc)`. */
  readonly nameBytes: Uint8Array
  nameStart(doc: number): number
  nameEnd(doc: number): number

  /** Each is null when no document can match. With `skipsDescription`, only tokens of other fields match. */
  word(word: string, skipsDescription: boolean): Source | null
  prefix(prefix: string, skipsDescription: boolean): Source | null
  tag(tag: string): Source | null
  authorId(id: string): Source | null
  authorName(foldedName: string): Source | null
  /** Documents for a platform's place in the contract. */
  platform(index: number): Source | null
  /** Documents with the tokens next to each other in one field. */
  phrase(tokens: readonly string[], skipsDescription: boolean): Source | null
  /** The document of an avatar id's four words, or -1. */
  docOfId(words: Uint32Array): number

  /** The base has none for `recent`, which is its documents' descending numbers. */
  order(sort: Exclude<CatalogSort, 'oldest'>): WalkOrder
  /** Compares two documents of this segment. */
  compare(sort: CatalogSort): (a: number, b: number) => number

  /** Space for the documents of a query, as many as any `read` of this segment writes. */
  scratchList(which: 0 | 1): Uint32Array
  scratchBits(which: 0 | 1): Uint32Array
}
