import { hasBit } from './bitset.ts'
import { type Boundary, gallop, type MatchStream } from './stream.ts'

/**
 * Streams matches from a sorted list, from its front or its end. A boundary counts documents of the list, even those
 * outside of `mask`; only documents in the mask, if there is one, are matches.
 */
export class ListStream implements MatchStream {
  readonly #docs: Uint32Array
  readonly #mask: Uint32Array | null
  readonly #slots: Uint32Array
  readonly #isBackward: boolean
  #at = 0

  constructor(docs: Uint32Array, mask: Uint32Array | null, slots: Uint32Array, isBackward = false) {
    this.#docs = docs
    this.#mask = mask
    this.#slots = slots
    this.#isBackward = isBackward
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    return gallop(this.#at, this.#docs.length, i => !isBefore(this.#docAt(i)))
  }

  skip(count: number, boundary: Boundary): number {
    if (this.#mask !== null) {
      let countLeft = count
      while (countLeft > 0 && this.#next(boundary) !== -1) countLeft--
      return count - countLeft
    }
    const skipCount = Math.max(0, Math.min(count, this.#docs.length - this.#at, boundary - this.#at))
    this.#at += skipCount
    return skipCount
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
      const doc = this.#docAt(this.#at++)
      if (this.#mask === null || hasBit(this.#mask, doc)) return doc
    }
    return -1
  }

  #docAt(i: number): number {
    return this.#docs[this.#isBackward ? this.#docs.length - 1 - i : i]!
  }
}
