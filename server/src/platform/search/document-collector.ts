import { bitsetLength } from './bitset.ts'

/**
 * Collects documents from several postings, in any order and with duplicates, and reads them in ascending order. A bit
 * of `#isNonZero` says that the number at this index of `#bits` is not 0, so that reading a few documents scans few.
 */
export class DocumentCollector {
  readonly #bits: Uint32Array
  readonly #isNonZero: Uint32Array

  /** @param size number of documents. */
  constructor(size: number) {
    this.#bits = new Uint32Array(bitsetLength(size))
    this.#isNonZero = new Uint32Array(bitsetLength(this.#bits.length))
  }

  add(doc: number): void {
    const index = doc >>> 5
    this.#bits[index]! |= 1 << (doc & 31)
    this.#isNonZero[index >>> 5]! |= 1 << (index & 31)
  }

  /** Writes the documents in ascending order, returns their number, and clears the collector. */
  takeInto(out: Uint32Array): number {
    const bits = this.#bits
    const isNonZero = this.#isNonZero
    let n = 0
    for (let i = 0; i < isNonZero.length; i++) {
      for (let bitsLeft = isNonZero[i]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
        const index = (i << 5) + 31 - Math.clz32(bitsLeft & -bitsLeft)
        for (let docsLeft = bits[index]!; docsLeft !== 0; docsLeft &= docsLeft - 1) {
          out[n++] = (index << 5) + 31 - Math.clz32(docsLeft & -docsLeft)
        }
        bits[index] = 0
      }
      isNonZero[i] = 0
    }
    return n
  }
}
