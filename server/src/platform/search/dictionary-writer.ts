import { bitsetLength } from './bitset.ts'
import { isDense } from './dictionary.ts'
import type { DictionarySections } from './sections.ts'
import { roomyByteVec, uint32Vec } from './shared.ts'
import { pushGaps } from './varint.ts'

/**
 * Memory is reserved for this many times the dense keys of the largest source dictionary. Pages that are never written
 * take none.
 */
const RESERVED_DENSE_FACTOR = 2

/** Writes a dictionary with the documents of each key; there are `docs` documents in all. */
export class DictionaryWriter {
  readonly #docCount: number
  readonly #bitsetLength: number
  readonly #bytes
  readonly #offsets = uint32Vec()
  readonly #postings
  readonly #postingOffsets = uint32Vec()
  readonly counts = uint32Vec()
  readonly #denseKeys = uint32Vec()
  readonly #denseCounts = uint32Vec()
  readonly #denseBits
  #size = 0

  /**
   * @param dictionaries the dictionaries to be merged. Memory for their bytes is reserved, so that growing leaves no
   * copies behind.
   */
  constructor(docCount: number, dictionaries: readonly DictionarySections[] = []) {
    this.#docCount = docCount
    this.#bytes = roomyByteVec(lengthOf(dictionaries, 'bytes'))
    this.#postings = roomyByteVec(lengthOf(dictionaries, 'postings'))
    this.#bitsetLength = bitsetLength(docCount)
    this.#denseBits = uint32Vec(RESERVED_DENSE_FACTOR * maxDenseKeys(dictionaries) * this.#bitsetLength + 64)
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
    if (isDense(count, this.#docCount)) this.#addDense(key, docs, count)
    else pushGaps(this.#postings, docs, count)
    this.#postingOffsets.push(this.#postings.length)
    return key
  }

  finish(): DictionarySections {
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
    const bits = this.#denseBits.reserve(this.#bitsetLength)
    const start = this.#denseBits.length
    for (let i = 0; i < count; i++) bits[start + (docs[i]! >>> 5)]! |= 1 << (docs[i]! & 31)
    this.#denseBits.length = start + this.#bitsetLength
  }
}

function lengthOf(dictionaries: readonly DictionarySections[], part: 'bytes' | 'postings'): number {
  return dictionaries.reduce((sum, dictionary) => sum + dictionary[part].length, 64)
}

function maxDenseKeys(dictionaries: readonly DictionarySections[]): number {
  return dictionaries.reduce((largest, { denseKeys }) => Math.max(largest, denseKeys.length), 0)
}
