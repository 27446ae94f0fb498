import { byteVec, sharedUint32 } from './shared.ts'
import { pushGaps } from './varint.ts'

/** Collects the documents of each number (such as a word) in ascending order, in one pass over the documents. */
export class DocumentLists {
  readonly #starts: Uint32Array
  /** For each number, its latest document + 1. */
  readonly #latest: Uint32Array
  readonly #numbers: Uint32Array
  readonly #docs: Uint32Array
  #length = 0

  /**
   * @param numbers how many numbers there are.
   * @param capacity upper bound of the additions; pages that are never written take no memory.
   */
  constructor(numbers: number, capacity: number) {
    this.#starts = new Uint32Array(numbers + 1)
    this.#latest = new Uint32Array(numbers)
    this.#numbers = new Uint32Array(capacity)
    this.#docs = new Uint32Array(capacity)
  }

  /** Adds a document to a number, unless it has it already. Documents must be added in ascending order. */
  add(number: number, doc: number): void {
    if (this.#latest[number] === doc + 1) return
    this.#latest[number] = doc + 1
    this.#starts[number + 1]!++
    this.#numbers[this.#length] = number
    this.#docs[this.#length++] = doc
  }

  /** Encodes the lists as gaps. Nothing can be added afterwards. */
  postings(): { postings: Uint8Array; offsets: Uint32Array } {
    const starts = this.#starts
    for (let number = 1; number < starts.length; number++) starts[number]! += starts[number - 1]!
    const sortedDocs = this.#sorted(starts.slice())
    const postings = byteVec(this.#length + 64)
    const offsets = sharedUint32(starts.length)
    for (let number = 0; number < starts.length - 1; number++) {
      const docs = sortedDocs.subarray(starts[number]!, starts[number + 1]!)
      pushGaps(postings, docs, docs.length)
      offsets[number + 1] = postings.length
    }
    return { postings: postings.trimmed(), offsets }
  }

  #sorted(next: Uint32Array): Uint32Array {
    const sorted = new Uint32Array(this.#length)
    for (let i = 0; i < this.#length; i++) sorted[next[this.#numbers[i]!]!++] = this.#docs[i]!
    return sorted
  }
}
