import { hasBit, popcount } from './bitset.ts'
import { partition } from './order-list.ts'
import type { WalkOrder } from './segment.ts'

/**
 * A segment's matches in the order of a sort, read once from front to back. A boundary is where a document of
 * another segment would stand; `END` lies after every match.
 */
export interface MatchStream {
  /** Where matches end for which `isBefore` holds; it must hold for a leading part of the order. */
  boundary(isBefore: (doc: number) => boolean): Boundary
  /** Passes over at most `count` matches before the boundary and returns how many. */
  skip(count: number, boundary: Boundary): number
  /** Writes the slots of at most `out.length - at` matches before the boundary at `at`, and returns the end. */
  read(boundary: Boundary, out: Uint32Array, at: number): number
}

export type Boundary = number
export const END: Boundary = Number.POSITIVE_INFINITY

/** Documents whose bit is set in both sets, which may be one and the same. */
export interface BitPair {
  readonly bits: Uint32Array
  readonly mask: Uint32Array
}

/** Documents that are in order already, of which those in a mask are matches. */
export class ListStream implements MatchStream {
  readonly #docs: Uint32Array
  readonly #mask: Uint32Array | null
  readonly #slots: Uint32Array
  #at = 0

  constructor(docs: Uint32Array, mask: Uint32Array | null, slots: Uint32Array) {
    this.#docs = docs
    this.#mask = mask
    this.#slots = slots
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    return partition(this.#docs, this.#docs.length, isBefore, this.#at)
  }

  skip(count: number, boundary: Boundary): number {
    if (this.#mask !== null) {
      let left = count
      while (left > 0 && this.#next(boundary) !== -1) left--
      return count - left
    }
    const skipped = Math.max(0, Math.min(count, this.#docs.length - this.#at, boundary - this.#at))
    this.#at += skipped
    return skipped
  }

  read(boundary: Boundary, out: Uint32Array, at: number): number {
    let n = at
    while (n < out.length) {
      const doc = this.#next(boundary)
      if (doc === -1) break
      out[n++] = this.#slots[doc]!
    }
    return n
  }

  #next(boundary: Boundary): number {
    const end = Math.min(this.#docs.length, boundary)
    while (this.#at < end) {
      const doc = this.#docs[this.#at++]!
      if (this.#mask === null || hasBit(this.#mask, doc)) return doc
    }
    return -1
  }
}

/** The same from back to front. A boundary counts documents from the end. */
export class BackwardListStream implements MatchStream {
  readonly #docs: Uint32Array
  readonly #mask: Uint32Array | null
  readonly #slots: Uint32Array
  #left: number

  constructor(docs: Uint32Array, mask: Uint32Array | null, slots: Uint32Array) {
    this.#docs = docs
    this.#mask = mask
    this.#slots = slots
    this.#left = docs.length
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    return this.#docs.length - partition(this.#docs, this.#left, doc => !isBefore(doc))
  }

  skip(count: number, boundary: Boundary): number {
    if (this.#mask !== null) {
      let left = count
      while (left > 0 && this.#next(boundary) !== -1) left--
      return count - left
    }
    const skipped = Math.max(0, Math.min(count, this.#left, boundary - (this.#docs.length - this.#left)))
    this.#left -= skipped
    return skipped
  }

  read(boundary: Boundary, out: Uint32Array, at: number): number {
    let n = at
    while (n < out.length) {
      const doc = this.#next(boundary)
      if (doc === -1) break
      out[n++] = this.#slots[doc]!
    }
    return n
  }

  #next(boundary: Boundary): number {
    const end = Math.max(0, this.#docs.length - boundary)
    while (this.#left > end) {
      const doc = this.#docs[--this.#left]!
      if (this.#mask === null || hasBit(this.#mask, doc)) return doc
    }
    return -1
  }
}

/** Matches in ascending order of their numbers. A boundary is a document's number. */
export class AscendingStream implements MatchStream {
  readonly #bits: Uint32Array
  readonly #mask: Uint32Array
  readonly #slots: Uint32Array
  readonly #size: number
  /** Everything below is passed. */
  #at = 0

  constructor({ bits, mask }: BitPair, slots: Uint32Array, size: number) {
    this.#bits = bits
    this.#mask = mask
    this.#slots = slots
    this.#size = size
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    return partitionNumbers(this.#at, this.#size, isBefore)
  }

  skip(count: number, boundary: Boundary): number {
    const end = Math.min(boundary, this.#size)
    let left = count
    while (left > 0 && this.#at < end) {
      const wordEnd = Math.min(end, (this.#at | 31) + 1)
      const inWord = popcount(between(this.#word(this.#at >>> 5), this.#at, wordEnd))
      if (inWord > left) {
        this.#at = afterBits(this.#word(this.#at >>> 5), this.#at, left)
        left = 0
      } else {
        left -= inWord
        this.#at = wordEnd
      }
    }
    return count - left
  }

  read(boundary: Boundary, out: Uint32Array, at: number): number {
    const slots = this.#slots
    const end = Math.min(boundary, this.#size)
    let n = at
    while (this.#at < end) {
      const base = this.#at & ~31
      let word = (this.#word(base >>> 5) >>> (this.#at & 31)) << (this.#at & 31)
      for (; word !== 0; word &= word - 1) {
        const doc = base + 31 - Math.clz32(word & -word)
        if (doc >= end) break
        if (n === out.length) {
          this.#at = doc
          return n
        }
        out[n++] = slots[doc]!
      }
      this.#at = Math.min(base + 32, end)
    }
    this.#at = Math.max(this.#at, end)
    return n
  }

  #word(w: number): number {
    return this.#bits[w]! & this.#mask[w]!
  }
}

/** Matches in descending order of their numbers. A boundary is `size` less a document's number, so that it grows. */
export class DescendingStream implements MatchStream {
  readonly #bits: Uint32Array
  readonly #mask: Uint32Array
  readonly #slots: Uint32Array
  readonly #size: number
  /** Everything from here on is passed. */
  #at: number

  constructor({ bits, mask }: BitPair, slots: Uint32Array, size: number) {
    this.#bits = bits
    this.#mask = mask
    this.#slots = slots
    this.#size = size
    this.#at = size
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    return this.#size - partitionNumbers(0, this.#at, doc => !isBefore(doc))
  }

  skip(count: number, boundary: Boundary): number {
    const start = Math.max(0, this.#size - boundary)
    let left = count
    while (left > 0 && this.#at > start) {
      const wordStart = Math.max(start, (this.#at - 1) & ~31)
      const inWord = popcount(between(this.#word(wordStart >>> 5), wordStart, this.#at))
      if (inWord > left) {
        this.#at = beforeBits(this.#word(wordStart >>> 5), this.#at, left)
        left = 0
      } else {
        left -= inWord
        this.#at = wordStart
      }
    }
    return count - left
  }

  read(boundary: Boundary, out: Uint32Array, at: number): number {
    const slots = this.#slots
    const start = Math.max(0, this.#size - boundary)
    let n = at
    while (this.#at > start) {
      const base = (this.#at - 1) & ~31
      const passed = 31 - ((this.#at - 1) & 31)
      let word = (this.#word(base >>> 5) << passed) >>> passed
      while (word !== 0) {
        const bit = 31 - Math.clz32(word)
        if (base + bit < start) break
        if (n === out.length) {
          this.#at = base + bit + 1
          return n
        }
        out[n++] = slots[base + bit]!
        word ^= 1 << bit
      }
      this.#at = Math.max(base, start)
    }
    this.#at = Math.min(this.#at, start)
    return n
  }

  #word(w: number): number {
    return this.#bits[w]! & this.#mask[w]!
  }
}

/** Every document in the order of the sort, matches among them told by their bits. */
export class WalkStream implements MatchStream {
  readonly #order: WalkOrder
  readonly #bits: Uint32Array
  readonly #mask: Uint32Array
  readonly #slots: Uint32Array
  readonly #counts: Uint32Array | null
  #block = 0
  #index = 0

  /** @param counts matches in each block, to pass over whole blocks; null when not known. */
  constructor(order: WalkOrder, { bits, mask }: BitPair, slots: Uint32Array, counts: Uint32Array | null) {
    this.#order = order
    this.#slots = slots
    this.#bits = bits
    this.#mask = mask
    this.#counts = counts
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    const { block, index } = this.#order.place(isBefore)
    return block * BLOCK + index
  }

  skip(count: number, boundary: Boundary): number {
    return count === 0 ? 0 : this.#pass(count, boundary)
  }

  read(boundary: Boundary, out: Uint32Array, at: number): number {
    const { blocks } = this.#order
    let n = at
    for (;;) {
      const block = blocks[this.#block]
      if (block === undefined || n === out.length) break
      const end = Math.min(block.length, boundary - this.#block * BLOCK)
      if (this.#index > 0 || this.#counts?.[this.#block] !== 0) n = this.#readIn(block.items, end, out, n)
      if (n === out.length || end < block.length) break
      this.#block++
      this.#index = 0
    }
    return n
  }

  #readIn(items: Uint32Array, end: number, out: Uint32Array, at: number): number {
    const bits = this.#bits
    const mask = this.#mask
    const slots = this.#slots
    let n = at
    let i = this.#index
    while (i < end && n < out.length) {
      const doc = items[i++]!
      const w = doc >>> 5
      if ((((bits[w]! & mask[w]!) >>> (doc & 31)) & 1) === 1) out[n++] = slots[doc]!
    }
    this.#index = i
    return n
  }

  /** Passes over `count` matches, to right behind the last of them. */
  #pass(count: number, boundary: Boundary): number {
    const { blocks } = this.#order
    let left = count
    for (;;) {
      const block = blocks[this.#block]
      if (block === undefined) break
      const end = Math.min(block.length, boundary - this.#block * BLOCK)
      const known = this.#index === 0 && end === block.length ? (this.#counts?.[this.#block] ?? left) : left
      if (known < left) left -= known
      else left = this.#passIn(block.items, end, left)
      if (left === 0 || end < block.length) break
      this.#block++
      this.#index = 0
    }
    return count - left
  }

  #passIn(items: Uint32Array, end: number, count: number): number {
    const bits = this.#bits
    const mask = this.#mask
    let left = count
    let i = this.#index
    while (i < end) {
      const doc = items[i++]!
      const w = doc >>> 5
      left -= ((bits[w]! & mask[w]!) >>> (doc & 31)) & 1
      if (left === 0) break
    }
    this.#index = i
    return left
  }
}

/** Numbers of blocks and places within one, together in one number. */
const BLOCK = 2 ** 32

/** The bits of a word that stand for the numbers `start` to `end - 1`, which lie in one word. */
function between(word: number, start: number, end: number): number {
  return ((word >>> (start & 31)) << (32 - (end - start))) >>> 0
}

/** The number after the `count`-th bit that is set in a word from `at` on. */
function afterBits(word: number, at: number, count: number): number {
  let left = (word >>> (at & 31)) << (at & 31)
  for (let i = 1; i < count; i++) left &= left - 1
  return (at & ~31) + 32 - Math.clz32(left & -left)
}

/** The number of the `count`-th bit that is set in a word from `end - 1` downwards. */
function beforeBits(word: number, end: number, count: number): number {
  const passed = 31 - ((end - 1) & 31)
  let left = (word << passed) >>> passed
  for (let i = 1; i < count; i++) left ^= 1 << (31 - Math.clz32(left))
  return ((end - 1) & ~31) + 31 - Math.clz32(left)
}

function partitionNumbers(from: number, to: number, isBefore: (doc: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
