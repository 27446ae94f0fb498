import { Forward } from './forward.ts'
import type { BaseSections } from './sections.ts'
import { byteVec, sharedUint32 } from './shared.ts'
import { addGapsToBits, pushGaps, readGaps } from './varint.ts'
import { codesOf } from './word-codes.ts'

type PairSections = Pick<BaseSections, 'pairPostings' | 'pairOffsets'>
type Built = Pick<BaseSections, 'meta' | 'forward' | 'forwardOffsets' | 'wordOfCode' | 'fields'>

/**
 * Indexes the documents with two consecutive frequent words, because testing tens of thousands of documents for a
 * phrase is slow. The pair of the a-th and the b-th dense word has the number `a * dense + b`.
 */
export function buildPairs(base: Built): PairSections {
  const dense = base.fields.words.denseKeys.length
  const starts = new Uint32Array(dense * dense + 1)
  eachPair(base, pair => {
    starts[pair + 1]!++
  })
  for (let pair = 1; pair < starts.length; pair++) starts[pair]! += starts[pair - 1]!
  const docs = new Uint32Array(starts.at(-1)!)
  const next = starts.slice()
  eachPair(base, (pair, doc) => {
    docs[next[pair]!++] = doc
  })
  const postings = byteVec(docs.length * 2)
  const offsets = sharedUint32(starts.length)
  for (let pair = 0; pair < dense * dense; pair++) {
    const found = docs.subarray(starts[pair]!, starts[pair + 1]!)
    pushGaps(postings, found, found.length)
    offsets[pair + 1] = postings.length
  }
  return { pairPostings: postings.trimmed(), pairOffsets: offsets }
}

/** Visits each distinct pair of a document once, document by document. */
function eachPair(base: Built, visit: (pair: number, doc: number) => void): void {
  const { denseKeys } = base.fields.words
  const dense = denseKeys.length
  const codes = codesOf(base.wordOfCode)
  /** Indexed by code + 1; 0 for words that are not dense. */
  const numberOf = new Uint32Array(codes.length + 1)
  for (const [number, key] of denseKeys.entries()) numberOf[codes[key]! + 1] = number + 1
  const seenIn = new Uint32Array(dense * dense)
  new Forward(base, codes).eachCode(base.meta[1]!, (code, previous, doc) => {
    const a = numberOf[previous]!
    const b = numberOf[code]!
    if (a === 0 || b === 0) return
    const pair = (a - 1) * dense + b - 1
    if (seenIn[pair] === doc + 1) return
    seenIn[pair] = doc + 1
    visit(pair, doc)
  })
}

/** Reads the index that `buildPairs` makes. */
export class Pairs {
  readonly #postings: Uint8Array
  readonly #offsets: Uint32Array
  readonly #denseKeys: Uint32Array

  constructor({ pairPostings, pairOffsets, fields }: BaseSections) {
    this.#postings = pairPostings
    this.#offsets = pairOffsets
    this.#denseKeys = fields.words.denseKeys
  }

  /** The number of a pair of words, or -1 when one of them is not dense. */
  find(a: number, b: number): number {
    const first = this.#denseKeys.indexOf(a)
    const second = this.#denseKeys.indexOf(b)
    return first === -1 || second === -1 ? -1 : first * this.#denseKeys.length + second
  }

  /** Estimates the number of documents with the pair; never too high. */
  sizeOf(pair: number): number {
    return this.#offsets[pair + 1]! - this.#offsets[pair]!
  }

  read(pair: number): Uint32Array {
    const out = new Uint32Array(this.sizeOf(pair))
    return out.slice(0, readGaps(this.#postings, this.#offsets[pair]!, this.#offsets[pair + 1]!, out))
  }

  addTo(bits: Uint32Array, pair: number): void {
    addGapsToBits(this.#postings, this.#offsets[pair]!, this.#offsets[pair + 1]!, bits)
  }
}
