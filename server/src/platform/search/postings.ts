import type { DocumentCollector } from './document-collector.ts'
import { addGaps, addGapsToBits, readGaps } from './varint.ts'

/** The documents of consecutive keys, encoded as gaps and divided by offsets. Ranges of keys end before `to`. */
export class Postings {
  readonly #bytes: Uint8Array
  readonly #offsets: Uint32Array

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.#bytes = bytes
    this.#offsets = offsets
  }

  /** Number of bytes of the keys in a range: at least the number of their documents. */
  bytesIn(from: number, to: number): number {
    return this.#offsets[to]! - this.#offsets[from]!
  }

  /** Writes the documents of a key in ascending order and returns their number. */
  read(key: number, out: Uint32Array): number {
    return readGaps(this.#bytes, this.#offsets[key]!, this.#offsets[key + 1]!, out)
  }

  addTo(bits: Uint32Array, from: number, to: number): void {
    for (let key = from; key < to; key++)
      addGapsToBits(this.#bytes, this.#offsets[key]!, this.#offsets[key + 1]!, bits)
  }

  collect(collector: DocumentCollector, from: number, to: number): void {
    for (let key = from; key < to; key++)
      addGaps(this.#bytes, this.#offsets[key]!, this.#offsets[key + 1]!, collector)
  }
}
