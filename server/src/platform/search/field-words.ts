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
 * Indexes the documents that have a word in their name, and those that have it in their creator's: relevance asks for
 * both, and asking each document with a frequent word takes tens of milliseconds at a million.
 */
export function buildFieldWords(base: Built): FieldWordSections {
  const name = postingsOf(base, true)
  const creator = postingsOf(base, false)
  return {
    nameWordPostings: name.postings,
    nameWordOffsets: name.offsets,
    creatorWordPostings: creator.postings,
    creatorWordOffsets: creator.offsets,
  }
}

function postingsOf(base: Built, ofName: boolean): { postings: Uint8Array; offsets: Uint32Array } {
  const size = base.fields.words.offsets.length - 1
  const starts = new Uint32Array(size + 1)
  eachWord(base, ofName, word => {
    starts[word + 1]!++
  })
  for (let word = 1; word <= size; word++) starts[word]! += starts[word - 1]!
  const docs = new Uint32Array(starts[size]!)
  const next = starts.slice()
  eachWord(base, ofName, (word, doc) => {
    docs[next[word]!++] = doc
  })
  const postings = byteVec(docs.length + 64)
  const offsets = sharedUint32(size + 1)
  for (let word = 0; word < size; word++) {
    const found = docs.subarray(starts[word]!, starts[word + 1]!)
    pushGaps(postings, found, found.length)
    offsets[word + 1] = postings.length
  }
  return { postings: postings.trimmed(), offsets }
}

/** Visits each word of a field of a document once, document by document. */
function eachWord(base: Built, ofName: boolean, visit: (word: number, doc: number) => void): void {
  const seenIn = new Uint32Array(base.fields.words.offsets.length - 1)
  const forward = new Forward(base)
  for (let doc = 0; doc < base.meta[1]!; doc++) {
    forward.eachNameWord(doc, (word, isName) => {
      if (isName !== ofName || seenIn[word] === doc + 1) return
      seenIn[word] = doc + 1
      visit(word, doc)
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

  /** Estimates the documents with words of a range; never too low. */
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
