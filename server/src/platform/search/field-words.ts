import type { DocumentCollector } from './document-collector.ts'
import { DocumentLists } from './document-lists.ts'
import { Forward, type ForwardSections } from './forward.ts'
import type { BaseSections } from './sections.ts'
import { addGaps, addGapsToBits } from './varint.ts'

type FieldWordSections = Pick<
  BaseSections,
  'nameWordPostings' | 'nameWordOffsets' | 'creatorWordPostings' | 'creatorWordOffsets'
>

/**
 * Indexes the documents that have a word in their name, and those that have it in their creator's name. Relevance needs
 * both: testing each document that has a frequent word takes tens of milliseconds at a million.
 */
export function buildFieldWords(base: ForwardSections): FieldWordSections {
  const [name, creator] = [0, 1].map(() => new DocumentLists(base.wordOfCode.length, base.forward.length))
  new Forward(base).eachNameWord((word, doc, isName) => (isName ? name : creator)!.add(word, doc))
  const [ofNames, ofCreators] = [name!.postings(), creator!.postings()]
  return {
    nameWordPostings: ofNames.postings,
    nameWordOffsets: ofNames.offsets,
    creatorWordPostings: ofCreators.postings,
    creatorWordOffsets: ofCreators.offsets,
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
