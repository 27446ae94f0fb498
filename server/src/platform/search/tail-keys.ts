import type { KeyWriter } from './key-bytes.ts'
import { KeyTable } from './key-table.ts'
import { uint32Vec } from './shared.ts'

/** A tail's dictionary in the form that a merge reads: keys in order of arrival, and the keys of each document. */
export interface TailKeysParts {
  bytes: Uint8Array
  /** Offsets of the keys, followed by the end of the last. */
  offsets: Uint32Array
  /** The distinct keys of each document, concatenated. */
  keys: Uint32Array
  keyEnds: Uint32Array
}

/**
 * A growing dictionary, with the keys of each document. A key is the number of a distinct text, in order of arrival.
 */
export class TailKeys {
  readonly #table: KeyTable
  readonly #keys = uint32Vec()
  readonly #keyEnds = uint32Vec()
  /** For each key, its latest document + 1. */
  readonly #lastDoc = uint32Vec()

  constructor(write: KeyWriter) {
    this.#table = new KeyTable(write)
  }

  get bytes(): Uint8Array {
    return this.#table.bytes
  }

  /** The offset of a key, which is the end of the one before. */
  start(key: number): number {
    return this.#table.start(key)
  }

  find(text: string): number {
    return this.#table.find(text)
  }

  intern(text: string): number {
    const key = this.#table.intern(text)
    if (key === this.#lastDoc.length) this.#lastDoc.push(0)
    return key
  }

  /** Adds a text to the next document, unless the document has it already, and returns the key. */
  addKey(text: string): number {
    const key = this.intern(text)
    const doc = this.#keyEnds.length
    if (this.#lastDoc.array[key] === doc + 1) return key
    this.#lastDoc.array[key] = doc + 1
    this.#keys.push(key)
    return key
  }

  endDocument(): void {
    this.#keyEnds.push(this.#keys.length)
  }

  /** Adds the next document, which has one text. */
  addSoleKey(text: string): void {
    this.#keys.push(this.intern(text))
    this.endDocument()
  }

  keysOf(doc: number): Uint32Array {
    const start = doc === 0 ? 0 : this.#keyEnds.array[doc - 1]!
    return this.#keys.array.subarray(start, this.#keyEnds.array[doc]!)
  }

  soleKeyOf(doc: number): number {
    return this.#keys.array[this.#keyEnds.array[doc]! - 1]!
  }

  parts(): TailKeysParts {
    return { ...this.#table.parts(), keys: this.#keys.view(), keyEnds: this.#keyEnds.view() }
  }
}
