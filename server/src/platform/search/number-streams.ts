import { popcount } from '../../kernel/bits.ts'
import { type BitPair, type Boundary, firstFrom, type MatchStream } from './stream.ts'

/** Matches in ascending order of their numbers. A boundary is a document's number. */
export class AscendingStream implements MatchStream {
  readonly #bits: Uint32Array
  readonly #mask: Uint32Array
  readonly #slots: Uint32Array
  readonly #size: number
  /** Smaller numbers are passed. */
  #at = 0

  constructor({ bits, mask }: BitPair, slots: Uint32Array, size: number) {
    this.#bits = bits
    this.#mask = mask
    this.#slots = slots
    this.#size = size
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    return firstFrom(this.#at, this.#size, doc => !isBefore(doc))
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

/** Matches in descending order of their numbers. A boundary is `size` minus a document's number, so that it grows. */
export class DescendingStream implements MatchStream {
  readonly #bits: Uint32Array
  readonly #mask: Uint32Array
  readonly #slots: Uint32Array
  readonly #size: number
  /** This and higher numbers are passed. */
  #at: number

  constructor({ bits, mask }: BitPair, slots: Uint32Array, size: number) {
    this.#bits = bits
    this.#mask = mask
    this.#slots = slots
    this.#size = size
    this.#at = size
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    const last = this.#size - 1
    return firstFrom(this.#size - this.#at, this.#size, i => !isBefore(last - i))
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

/** The bits of a word for the numbers `start` to `end - 1`. */
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
