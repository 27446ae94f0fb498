import { wordsFor } from './bitset.ts'

/**
 * Collects documents from several postings, in any order and with duplicates, and reads them in ascending order. A bit
 * of `#touched` says that a word of `#bits` is not 0, so that reading a few documents does not scan all words.
 */
export class DocumentCollector {
  readonly #bits: Uint32Array
  readonly #touched: Uint32Array

  /** @param size number of documents. */
  constructor(size: number) {
    this.#bits = new Uint32Array(wordsFor(size))
    this.#touched = new Uint32Array(wordsFor(this.#bits.length))
  }

  add(doc: number): void {
    const word = doc >>> 5
    this.#bits[word]! |= 1 << (doc & 31)
    this.#touched[word >>> 5]! |= 1 << (word & 31)
  }

  /** Writes the documents in ascending order, returns their number, and clears the collector. */
  takeInto(out: Uint32Array): number {
    const bits = this.#bits
    const touched = this.#touched
    let n = 0
    for (let i = 0; i < touched.length; i++) {
      for (let bitsLeft = touched[i]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
        const word = (i << 5) + 31 - Math.clz32(bitsLeft & -bitsLeft)
        for (let set = bits[word]!; set !== 0; set &= set - 1) {
          out[n++] = (word << 5) + 31 - Math.clz32(set & -set)
        }
        bits[word] = 0
      }
      touched[i] = 0
    }
    return n
  }
}
