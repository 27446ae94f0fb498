import { NO_BLOCK } from './order-list.ts'
import type { ScanOrder } from './segment.ts'
import { type BitPair, type Boundary, gallop, type MatchStream } from './stream.ts'

/** A boundary is `block * BLOCK_FACTOR + index`. */
const BLOCK_FACTOR = 2 ** 32

/** Scans all documents in the order of the sort and tests their bits. */
export class ScanStream implements MatchStream {
  readonly #order: ScanOrder
  readonly #bits: Uint32Array
  readonly #mask: Uint32Array
  readonly #slots: Uint32Array
  readonly #counts: Uint32Array | null
  #block = 0
  #index = 0

  /** @param counts number of matches per block, to skip whole blocks; null when unknown. */
  constructor(order: ScanOrder, { bits, mask }: BitPair, slots: Uint32Array, counts: Uint32Array | null) {
    this.#order = order
    this.#slots = slots
    this.#bits = bits
    this.#mask = mask
    this.#counts = counts
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    const { items, length } = this.#order.blocks[this.#block] ?? NO_BLOCK
    const isInBlock = this.#index < length && !isBefore(items[length - 1]!)
    if (isInBlock) {
      return this.#block * BLOCK_FACTOR + gallop(this.#index, length, i => !isBefore(items[i]!))
    }
    const { block, index } = this.#order.boundary(isBefore)
    return block * BLOCK_FACTOR + index
  }

  skip(count: number, boundary: Boundary): number {
    return count === 0 ? 0 : this.#skipMatches(count, boundary)
  }

  read(boundary: Boundary, out: Uint32Array, at: number): number {
    const { blocks } = this.#order
    const slots = this.#slots
    let n = at
    for (;;) {
      const block = blocks[this.#block]
      if (block === undefined || n === out.length) break
      const end = Math.min(block.length, boundary - this.#block * BLOCK_FACTOR)
      if (this.#index > 0 || this.#counts?.[this.#block] !== 0)
        n = this.#readFromBlock(block.items, end, out, n)
      if (n === out.length || end < block.length) break
      this.#block++
      this.#index = 0
    }
    for (let i = at; i < n; i++) out[i] = slots[out[i]!]!
    return n
  }

  /** Writes documents, not slots: a separate loop over the slots lets the processor overlap their loads. */
  #readFromBlock(items: Uint32Array, end: number, out: Uint32Array, at: number): number {
    const bits = this.#bits
    const mask = this.#mask
    let n = at
    let i = this.#index
    while (i < end && n < out.length) {
      const doc = items[i++]!
      const w = doc >>> 5
      if ((((bits[w]! & mask[w]!) >>> (doc & 31)) & 1) === 1) out[n++] = doc
    }
    this.#index = i
    return n
  }

  /** Skips `count` matches and stops directly after the last of them. */
  #skipMatches(count: number, boundary: Boundary): number {
    const { blocks } = this.#order
    let countLeft = count
    for (;;) {
      const block = blocks[this.#block]
      if (block === undefined) break
      const end = Math.min(block.length, boundary - this.#block * BLOCK_FACTOR)
      const blockCount =
        this.#index === 0 && end === block.length ? (this.#counts?.[this.#block] ?? countLeft) : countLeft
      if (blockCount < countLeft) countLeft -= blockCount
      else countLeft = this.#skipInBlock(block.items, end, countLeft)
      if (countLeft === 0 || end < block.length) break
      this.#block++
      this.#index = 0
    }
    return count - countLeft
  }

  #skipInBlock(items: Uint32Array, end: number, count: number): number {
    const bits = this.#bits
    const mask = this.#mask
    let countLeft = count
    let i = this.#index
    while (i < end) {
      const doc = items[i++]!
      const w = doc >>> 5
      countLeft -= ((bits[w]! & mask[w]!) >>> (doc & 31)) & 1
      if (countLeft === 0) break
    }
    this.#index = i
    return countLeft
  }
}
