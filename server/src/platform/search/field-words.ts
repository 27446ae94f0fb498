import type { DocumentCollector } from './document-collector.ts'
import { Forward } from './forward.ts'
import type { BaseSections } from './sections.ts'
import { byteVec, sharedUint32 } from './shared.ts'
import { addGaps, addGapsToBits, pushGaps } from './varint.ts'

type Built = Pick<BaseSections, 'meta' | 'forward' | 'forwardOffsets' | 'wordOfCode' | 'fields'>
type FieldWordSections = Pick<
  BaseSections,
  'nameWordPostings' | 'nameWordOffsets' | 'creatorWordPostings' | 'creatorWordOffsets'
>

/**
 * Indexes the documents that have a word in their name, and those that have it in their creator's name. Relevance needs
 * both: testing each document that has a frequent word takes tens of milliseconds at a million.
 */
export function buildFieldWords(base: Built): FieldWordSections {
  const size = base.fields.words.offsets.length - 1
  const [name, creator] = [new WordDocuments(size), new WordDocuments(size)]
  eachWord(base, (word, _, isName) => (isName ? name : creator).count(word))
  for (const documents of [name, creator]) documents.reserve()
  eachWord(base, (word, doc, isName) => (isName ? name : creator).add(word, doc))
  const [ofNames, ofCreators] = [name.postings(), creator.postings()]
  return {
    nameWordPostings: ofNames.postings,
    nameWordOffsets: ofNames.offsets,
    creatorWordPostings: ofCreators.postings,
    creatorWordOffsets: ofCreators.offsets,
  }
}

/** Collects the documents of words, which are first counted and then added in ascending order. */
class WordDocuments {
  readonly #starts: Uint32Array
  #next = new Uint32Array()
  #docs = new Uint32Array()

  constructor(words: number) {
    this.#starts = new Uint32Array(words + 1)
  }

  count(word: number): void {
    this.#starts[word + 1]!++
  }

  reserve(): void {
    const starts = this.#starts
    for (let word = 1; word < starts.length; word++) starts[word]! += starts[word - 1]!
    this.#docs = new Uint32Array(starts.at(-1)!)
    this.#next = starts.slice()
  }

  add(word: number, doc: number): void {
    this.#docs[this.#next[word]!++] = doc
  }

  postings(): { postings: Uint8Array; offsets: Uint32Array } {
    const starts = this.#starts
    const postings = byteVec(this.#docs.length + 64)
    const offsets = sharedUint32(starts.length)
    for (let word = 0; word < starts.length - 1; word++) {
      const found = this.#docs.subarray(starts[word]!, starts[word + 1]!)
      pushGaps(postings, found, found.length)
      offsets[word + 1] = postings.length
    }
    return { postings: postings.trimmed(), offsets }
  }
}

/** Visits each word of a document's name once, and each of its creator's, document by document. */
function eachWord(base: Built, visit: (word: number, doc: number, isName: boolean) => void): void {
  const size = base.fields.words.offsets.length - 1
  const [seenInName, seenInCreator] = [new Uint32Array(size), new Uint32Array(size)]
  const forward = new Forward(base)
  for (let doc = 0; doc < base.meta[1]!; doc++) {
    forward.eachNameWord(doc, (word, isName) => {
      const seenIn = isName ? seenInName : seenInCreator
      if (seenIn[word] === doc + 1) return
      seenIn[word] = doc + 1
      visit(word, doc, isName)
    })
  }
}

export class FieldWords {
  readonly #postings: Uint8Array
  readonly #offsets: Uint32Array

  constructor(postings: Uint8Array, offsets: Uint32Array) {
    this.#postings = postings
    this.#offsets = offsets
  }

  /** Estimates the number of documents with words in a range; never too low. */
  sizeOf(from: number, to: number): number {
    return this.#offsets[to]! - this.#offsets[from]!
  }

  addTo(bits: Uint32Array, from: number, to: number): void {
    for (let word = from; word < to; word++)
      addGapsToBits(this.#postings, this.#offsets[word]!, this.#offsets[word + 1]!, bits)
  }

  collect(collector: DocumentCollector, from: number, to: number): void {
    for (let word = from; word < to; word++)
      addGaps(this.#postings, this.#offsets[word]!, this.#offsets[word + 1]!, collector)
  }
}
