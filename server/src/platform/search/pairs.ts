import { DocumentLists } from './document-lists.ts'
import { Forward, type ForwardSections } from './forward.ts'
import { Postings } from './postings.ts'
import type { BaseSections, DictionarySections } from './sections.ts'
import { codesOf } from './word-codes.ts'

type PairSections = Pick<BaseSections, 'pairPostings' | 'pairOffsets'>

/**
 * Indexes the documents with two consecutive frequent words, because testing tens of thousands of documents for a
 * phrase is slow. The pair of the a-th and the b-th dense word has the number `a * dense + b`.
 */
export function buildPairs(
  base: ForwardSections,
  { denseKeys }: Pick<DictionarySections, 'denseKeys'>,
): PairSections {
  const denseCount = denseKeys.length
  const codes = codesOf(base.wordOfCode)
  /** Indexed by code + 1; 0 for words that are not dense. */
  const numberOf = new Uint32Array(codes.length + 1)
  for (const [number, key] of denseKeys.entries()) numberOf[codes[key]! + 1] = number + 1
  const pairs = new DocumentLists(denseCount * denseCount, base.forward.length)
  new Forward(base, codes).eachCode((code, previous, doc) => {
    const a = numberOf[previous]!
    const b = numberOf[code]!
    if (a !== 0 && b !== 0) pairs.add((a - 1) * denseCount + b - 1, doc)
  })
  const { postings, offsets } = pairs.postings()
  return { pairPostings: postings, pairOffsets: offsets }
}

/** Reads the index that `buildPairs` makes. */
export class Pairs extends Postings {
  readonly #denseKeys: Uint32Array

  constructor({ pairPostings, pairOffsets, dictionaries }: BaseSections) {
    super(pairPostings, pairOffsets)
    this.#denseKeys = dictionaries.words.denseKeys
  }

  /** The number of a pair of words, or -1 when one of them is not dense. */
  find(a: number, b: number): number {
    const first = this.#denseKeys.indexOf(a)
    const second = this.#denseKeys.indexOf(b)
    return first === -1 || second === -1 ? -1 : first * this.#denseKeys.length + second
  }
}
