import { hasBit } from './bitset.ts'
import { type Boundary, firstFrom, type MatchStream } from './stream.ts'

/** Matches in a list that is in order; only documents in the mask, if any, are matches. */
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
    return firstFrom(this.#at, this.#docs.length, i => !isBefore(this.#docs[i]!))
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

/** The same list from its end. A boundary counts documents from the end. */
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
    const { length } = this.#docs
    return firstFrom(length - this.#left, length, i => !isBefore(this.#docs[length - 1 - i]!))
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
