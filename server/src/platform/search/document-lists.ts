import { byteVec, sharedUint32 } from './shared.ts'
import { pushGaps } from './varint.ts'

/**
 * Collects the documents of each key (a word or a pair of words) in ascending order, in one pass over the documents.
 */
export class DocumentLists {
  readonly #starts: Uint32Array
  /** For each key, its latest document + 1. */
  readonly #lastDoc: Uint32Array
  readonly #keys: Uint32Array
  readonly #docs: Uint32Array
  #length = 0

  /**
   * @param capacity upper bound of the additions; pages that are never written take no memory.
   */
  constructor(keyCount: number, capacity: number) {
    this.#starts = new Uint32Array(keyCount + 1)
    this.#lastDoc = new Uint32Array(keyCount)
    this.#keys = new Uint32Array(capacity)
    this.#docs = new Uint32Array(capacity)
  }

  /** Adds a document to a key, unless it has it already. Documents must be added in ascending order. */
  add(key: number, doc: number): void {
    if (this.#lastDoc[key] === doc + 1) return
    this.#lastDoc[key] = doc + 1
    this.#starts[key + 1]!++
    this.#keys[this.#length] = key
    this.#docs[this.#length++] = doc
  }

  /** Encodes the lists as gaps. Nothing can be added afterwards. */
  postings(): { postings: Uint8Array; offsets: Uint32Array } {
    const starts = this.#starts
    for (let key = 1; key < starts.length; key++) starts[key]! += starts[key - 1]!
    const sortedDocs = this.#docsByKey(starts.slice())
    const postings = byteVec(this.#length + 64)
    const offsets = sharedUint32(starts.length)
    for (let key = 0; key < starts.length - 1; key++) {
      const docs = sortedDocs.subarray(starts[key]!, starts[key + 1]!)
      pushGaps(postings, docs, docs.length)
      offsets[key + 1] = postings.length
    }
    return { postings: postings.trimmed(), offsets }
  }

  #docsByKey(next: Uint32Array): Uint32Array {
    const docsByKey = new Uint32Array(this.#length)
    for (let i = 0; i < this.#length; i++) docsByKey[next[this.#keys[i]!]!++] = this.#docs[i]!
    return docsByKey
  }
}
