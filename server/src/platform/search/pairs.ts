import { DocumentLists } from './document-lists.ts'
import { ForwardIndex, type ForwardSections } from './forward.ts'
import { Postings } from './postings.ts'
import type { BaseSections, DictionarySections } from './sections.ts'
import { codesOf } from './word-codes.ts'

type PairSections = Pick<BaseSections, 'pairPostings' | 'pairOffsets'>

/**
 * Indexes the documents with two consecutive dense words (`isDense`), because testing tens of thousands of documents
 * for a phrase is slow. The pair of the a-th and the b-th dense word has the number `a * denseCount + b`.
 */
export function buildWordPairs(
  base: ForwardSections,
  { denseKeys }: Pick<DictionarySections, 'denseKeys'>,
): PairSections {
  const denseCount = denseKeys.length
  const codes = codesOf(base.wordOfCode)
  /** Indexed by code + 1; 0 for words that are not dense. */
  const numberOfCode = new Uint32Array(codes.length + 1)
  for (const [number, key] of denseKeys.entries()) numberOfCode[codes[key]! + 1] = number + 1
  const pairs = new DocumentLists(denseCount * denseCount, base.forward.length)
  new ForwardIndex(base, codes).eachCode((codePlusOne, previous, doc) => {
    const a = numberOfCode[previous]!
    const b = numberOfCode[codePlusOne]!
    if (a !== 0 && b !== 0) pairs.add((a - 1) * denseCount + b - 1, doc)
  })
  const { postings, offsets } = pairs.postings()
  return { pairPostings: postings, pairOffsets: offsets }
}

/** Reads the index that `buildWordPairs` makes. */
export class WordPairs extends Postings {
  readonly #denseKeys: Uint32Array

  constructor({ pairPostings, pairOffsets, dictionaries }: BaseSections) {
    super(pairPostings, pairOffsets)
    this.#denseKeys = dictionaries.words.denseKeys
  }

  /** The number of a pair of words, or -1 when one of them is not dense. */
  find(a: number, b: number): number {
    const firstPlace = this.#denseKeys.indexOf(a)
    const secondPlace = this.#denseKeys.indexOf(b)
    return firstPlace === -1 || secondPlace === -1 ? -1 : firstPlace * this.#denseKeys.length + secondPlace
  }
}
