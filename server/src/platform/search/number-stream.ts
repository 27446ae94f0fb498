import { popcount } from '../../kernel/bits.ts'
import { bitsetLength } from './bitset.ts'
import { type BitPair, type Boundary, gallop, type MatchStream } from './stream.ts'

/**
 * Streams matches in ascending or descending order of their numbers. A boundary is a place: the number itself, or its
 * distance from the end of the bits.
 */
export class NumberStream implements MatchStream {
  readonly #bits: Uint32Array
  readonly #mask: Uint32Array
  readonly #slots: Uint32Array
  readonly #isDescending: boolean
  readonly #end: Boundary
  /** All places before this one were passed. */
  #at: Boundary

  constructor({ bits, mask }: BitPair, slots: Uint32Array, size: number, isDescending: boolean) {
    this.#bits = bits
    this.#mask = mask
    this.#slots = slots
    this.#isDescending = isDescending
    this.#end = isDescending ? bitsetLength(size) * 32 : size
    this.#at = this.#end - size
  }

  boundary(isBefore: (doc: number) => boolean): Boundary {
    return gallop(this.#at, this.#end, place => !isBefore(this.#numberAt(place)))
  }

  skip(count: number, boundary: Boundary): number {
    const end = Math.min(boundary, this.#end)
    let countLeft = count
    while (countLeft > 0 && this.#at < end) {
      const bitsEnd = Math.min(end, (this.#at | 31) + 1)
      const bits = this.#bitsAt(this.#at)
      const matchCount = popcount(bitsBetween(bits, this.#at, bitsEnd))
      if (matchCount > countLeft) {
        this.#at = placeAfterBits(bits, this.#at, countLeft)
        countLeft = 0
      } else {
        countLeft -= matchCount
        this.#at = bitsEnd
      }
    }
    return count - countLeft
  }

  read(boundary: Boundary, out: Uint32Array, at: number): number {
    const end = Math.min(boundary, this.#end)
    let n = at
    while (this.#at < end) {
      const start = this.#at & ~31
      let bitsLeft = (this.#bitsAt(start) >>> (this.#at & 31)) << (this.#at & 31)
      for (; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
        const place = start + 31 - Math.clz32(bitsLeft & -bitsLeft)
        if (place >= end) break
        if (n === out.length) {
          this.#at = place
          return n
        }
        out[n++] = this.#slots[this.#numberAt(place)]!
      }
      this.#at = Math.min(start + 32, end)
    }
    return n
  }

  #numberAt(place: Boundary): number {
    return this.#isDescending ? this.#end - 1 - place : place
  }

  /** The 32 bits that contain a place, with its places ordered from the lowest bit up. */
  #bitsAt(place: Boundary): number {
    const at = this.#numberAt(place) >>> 5
    const bits = this.#bits[at]! & this.#mask[at]!
    return this.#isDescending ? reverseBits(bits) : bits
  }
}

/** Keeps the bits for the places `start` to `end - 1`. */
function bitsBetween(bits: number, start: number, end: number): number {
  return ((bits >>> (start & 31)) << (32 - (end - start))) >>> 0
}

/** The place after the `count`-th set bit, counted from `at`. */
function placeAfterBits(bits: number, at: number, count: number): number {
  let bitsLeft = (bits >>> (at & 31)) << (at & 31)
  for (let i = 1; i < count; i++) bitsLeft &= bitsLeft - 1
  return (at & ~31) + 32 - Math.clz32(bitsLeft & -bitsLeft)
}

function reverseBits(original: number): number {
  let bits = ((original >>> 1) & 0x55555555) | ((original & 0x55555555) << 1)
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2)
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4)
  bits = ((bits >>> 8) & 0x00ff00ff) | ((bits & 0x00ff00ff) << 8)
  return (bits >>> 16) | (bits << 16)
}
