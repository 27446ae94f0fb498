import { wordsFor } from './bitset.ts'
import { isDense } from './field.ts'
import type { FieldSections } from './sections.ts'
import { byteVec, uint32Vec } from './shared.ts'
import { pushGaps } from './varint.ts'

/** Writes a dictionary with the documents of each key, of which there are `docs` in all. */
export class FieldWriter {
  readonly #docs: number
  readonly #words: number
  readonly #bytes = byteVec()
  readonly #offsets = uint32Vec()
  readonly #postings = byteVec()
  readonly #postingOffsets = uint32Vec()
  readonly counts = uint32Vec()
  readonly #denseKeys = uint32Vec()
  readonly #denseCounts = uint32Vec()
  readonly #denseBits = uint32Vec()
  #size = 0

  constructor(docs: number) {
    this.#docs = docs
    this.#words = wordsFor(docs)
    this.#offsets.push(0)
    this.#postingOffsets.push(0)
  }

  /** Appends a key with its documents and returns its place. */
  add(bytes: Uint8Array, start: number, end: number, docs: Uint32Array, count: number): number {
    const key = this.#size++
    this.counts.push(count)
    const out = this.#bytes.reserve(end - start)
    for (let i = start; i < end; i++) out[this.#bytes.length++] = bytes[i]!
    this.#offsets.push(this.#bytes.length)
    if (isDense(count, this.#docs)) this.#addDense(key, docs, count)
    else pushGaps(this.#postings, docs, count)
    this.#postingOffsets.push(this.#postings.length)
    return key
  }

  finish(): FieldSections {
    return {
      bytes: this.#bytes.trimmed(),
      offsets: this.#offsets.trimmed(),
      postings: this.#postings.trimmed(),
      postingOffsets: this.#postingOffsets.trimmed(),
      denseKeys: this.#denseKeys.trimmed(),
      denseCounts: this.#denseCounts.trimmed(),
      denseBits: this.#denseBits.trimmed(),
    }
  }

  #addDense(key: number, docs: Uint32Array, count: number): void {
    this.#denseKeys.push(key)
    this.#denseCounts.push(count)
    const bits = this.#denseBits.reserve(this.#words)
    const first = this.#denseBits.length
    for (let i = 0; i < count; i++) bits[first + (docs[i]! >>> 5)]! |= 1 << (docs[i]! & 31)
    this.#denseBits.length = first + this.#words
  }
}
