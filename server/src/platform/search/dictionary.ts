import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { FIRST_UNSPACED } from '../../kernel/text/similar.ts'
import { addBits, bitsetLength, countCommon, hasBit } from './bitset.ts'
import type { DocSetCache } from './doc-set-cache.ts'
import { keyBytes, readKey, readUnits } from './key-bytes.ts'
import { Postings } from './postings.ts'
import type { DictionarySections } from './sections.ts'
import type { Source } from './segment.ts'
import { SortedKeys } from './sorted-keys.ts'
import { bisect } from './stream.ts'

/** A key is stored as a bitset when more than one in this many documents have it. */
const DENSE_SHARE = 64
/** A list of up to this many documents is never stored as a bitset, however few documents there are. */
const MAX_ALWAYS_SPARSE = 8

/** True when a key with `count` documents is stored as a bitset. */
export function isDense(count: number, docCount: number): boolean {
  return count > Math.max(MAX_ALWAYS_SPARSE, docCount / DENSE_SHARE)
}

/** `Source.testCost` of a word or tag. */
const WORD_TEST_COST = 50
/** Shorter lists are not cached, because decoding them is as fast as a cache lookup. */
const MIN_CACHED_DOCS = 512

interface DictionaryOptions {
  /** For each prefix that very many keys share, the keys with the most documents. */
  frequentKeys?: ReadonlyMap<string, readonly number[]> | undefined
  /** Caches the lists of keys. */
  cache?: DocSetCache
  /** Distinguishes the dictionary's lists in the cache. */
  name?: string
}

/** A sorted dictionary of the base, with the documents of each key. */
export class Dictionary {
  readonly size: number
  readonly bitsetLength: number
  readonly #sections: DictionarySections
  readonly #keys: SortedKeys
  readonly #denseBitsets: Uint32Array[]
  readonly postings: Postings
  readonly #options: DictionaryOptions
  readonly #unitsAfter = new Map<string, readonly string[]>()
  /**
   * Reusable buffer for the documents of a key, which grows: allocating one per list causes more garbage collections.
   */
  #listBuffer = new Uint32Array(0)

  /** @param docCount number of documents. */
  constructor(sections: DictionarySections, docCount: number, options: DictionaryOptions = {}) {
    this.#options = options
    this.postings = new Postings(sections.postings, sections.postingOffsets)
    this.size = sections.offsets.length - 1
    this.bitsetLength = bitsetLength(docCount)
    this.#sections = sections
    this.#keys = new SortedKeys(sections)
    this.#denseBitsets = Array.from(sections.denseKeys, (_, i) =>
      sections.denseBits.subarray(i * this.bitsetLength, (i + 1) * this.bitsetLength),
    )
  }

  find(key: Uint8Array): number {
    const [from, to] = this.#keys.range(key, false)
    return from === to ? -1 : from
  }

  /** The keys that start with `prefix`: from `from` to `to - 1`. */
  range(prefix: Uint8Array): [from: number, to: number] {
    return this.#keys.range(prefix, true)
  }

  /**
   * The UTF-16 units that follow a beginning in keys, except those of scripts whose words are not compared. They are
   * cached for each beginning, so pass one unit at most.
   */
  unitsAfter(beginning: string): readonly string[] {
    return getOrInsert(this.#unitsAfter, beginning, () => this.#findUnitsAfter(beginning))
  }

  #findUnitsAfter(beginning: string): string[] {
    const units: string[] = []
    const [from, to] = this.range(keyBytes(beginning))
    for (let key = from; key < to; ) {
      const unit = this.keyText(key)[beginning.length]
      if (unit === undefined) key++
      else if (unit.charCodeAt(0) >= FIRST_UNSPACED) break
      else {
        units.push(unit)
        key = this.range(keyBytes(beginning + unit))[1]
      }
    }
    return units
  }

  source(key: number, test: Source['test'] = null): Source {
    return new KeySource(this, key, test, this.#options)
  }

  /** Documents of a sparse key, in a buffer that the next call reuses. */
  list(key: number): Uint32Array {
    const maxDocs = this.postings.bytesIn(key, key + 1)
    if (this.#listBuffer.length < maxDocs) this.#listBuffer = new Uint32Array(maxDocs)
    return this.#listBuffer.subarray(0, this.postings.read(key, this.#listBuffer))
  }

  keyText(key: number): string {
    const { bytes, offsets } = this.#sections
    return readKey(bytes, offsets[key]!, offsets[key + 1]!)
  }

  /** Number of bytes of a key; each UTF-16 unit takes one to three. */
  keyByteLength(key: number): number {
    const { offsets } = this.#sections
    return offsets[key + 1]! - offsets[key]!
  }

  readKeyUnits(key: number, out: Uint16Array): number {
    const { bytes, offsets } = this.#sections
    return readUnits(bytes, offsets[key]!, offsets[key + 1]!, out)
  }

  /** Up to `limit` keys with a given prefix that have the most documents. */
  mostFrequentWithPrefix(beginning: string, limit: number): readonly number[] {
    const frequentKeys = this.#options.frequentKeys?.get(beginning)
    if (frequentKeys !== undefined && frequentKeys.length >= limit) return frequentKeys.slice(0, limit)
    const [from, to] = this.range(keyBytes(beginning))
    return this.mostFrequent(from, to, limit)
  }

  /**
   * Up to `limit` keys of a range that have the most documents, judged by the length of their postings; dense keys come
   * first.
   */
  mostFrequent(from: number, to: number, limit: number): number[] {
    const { denseKeys, denseCounts } = this.#sections
    const densePlaces = Array.from(
      { length: this.#densePlace(to) - this.#densePlace(from) },
      (_, i) => i + this.#densePlace(from),
    )
    const keys = densePlaces.sort((a, b) => denseCounts[b]! - denseCounts[a]!).map(i => denseKeys[i]!)
    if (keys.length >= limit) return keys.slice(0, limit)
    const longestLists: number[] = []
    const bytesOf = (key: number) => this.postings.bytesIn(key, key + 1)
    let minBytes = 0
    for (let key = from; key < to; key++) {
      const bytes = bytesOf(key)
      if (bytes <= minBytes) continue
      const at = longestLists.findIndex(other => bytesOf(other) < bytes)
      longestLists.splice(at === -1 ? longestLists.length : at, 0, key)
      if (longestLists.length <= limit - keys.length) continue
      longestLists.pop()
      minBytes = bytesOf(longestLists.at(-1)!)
    }
    return [...keys, ...longestLists]
  }

  countListedOf(key: number, listedBits: Uint32Array): number {
    return this.#countListed(key, listedBits, new Uint32Array(this.postings.bytesIn(key, key + 1)))
  }

  /** The bitset of a dense key; null for a sparse one. */
  denseBits(key: number): Uint32Array | null {
    return this.postings.bytesIn(key, key + 1) === 0 ? this.#denseBitsets[this.#densePlace(key)]! : null
  }

  /** Estimates the number of documents with keys in a range; a document counts once per key. */
  estimateSize(from: number, to: number): number {
    const { denseCounts } = this.#sections
    const bytes = this.postings.bytesIn(from, to)
    let size = bytes >> 1
    if (to === from + 1 && bytes > 0) return size + 1
    const end = this.#densePlace(to)
    for (let i = this.#densePlace(from); i < end; i++) size += denseCounts[i]!
    return size + 1
  }

  hasDense(from: number, to: number): boolean {
    return this.#densePlace(from) !== this.#densePlace(to)
  }

  addRange(from: number, to: number, bits: Uint32Array): void {
    this.postings.addTo(bits, from, to)
    const end = this.#densePlace(to)
    for (let i = this.#densePlace(from); i < end; i++)
      addBits(bits, this.#denseBitsets[i]!, this.bitsetLength)
  }

  /** For every key, the number of its documents that are in `listedBits`. */
  countListed(listedBits: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.size)
    const docs = new Uint32Array(this.bitsetLength * 32)
    for (let key = 0; key < this.size; key++) counts[key] = this.#countListed(key, listedBits, docs)
    return counts
  }

  #countListed(key: number, listedBits: Uint32Array, docs: Uint32Array): number {
    const denseBits = this.denseBits(key)
    if (denseBits !== null) return countCommon(denseBits, listedBits, this.bitsetLength)
    const n = this.postings.read(key, docs)
    let count = 0
    for (let i = 0; i < n; i++) count += Number(hasBit(listedBits, docs[i]!))
    return count
  }

  /** The place in `denseKeys` of the first that is not below `key`. */
  #densePlace(key: number): number {
    const { denseKeys } = this.#sections
    return bisect(0, denseKeys.length, i => denseKeys[i]! >= key)
  }
}

class KeySource implements Source {
  readonly size: number
  readonly isDense: boolean
  readonly test: Source['test']
  readonly testCost = WORD_TEST_COST
  readonly makeCost: number
  readonly supersets = []
  readonly #dictionary: Dictionary
  readonly #key: number
  readonly #bits: Uint32Array | null
  readonly #cache: DocSetCache | null
  readonly #name: string

  constructor(
    dictionary: Dictionary,
    key: number,
    test: Source['test'],
    { cache = null, name = '' }: { cache?: DocSetCache | null; name?: string },
  ) {
    this.#dictionary = dictionary
    this.#key = key
    this.#bits = dictionary.denseBits(key)
    this.isDense = this.#bits !== null
    this.size = dictionary.estimateSize(key, key + 1)
    this.makeCost = this.size
    this.#cache = this.isDense || this.size < MIN_CACHED_DOCS ? null : cache
    this.#name = this.#cache === null ? '' : `${name} ${key}`
    const isAtHand = this.isDense || this.#cache?.has(this.#name)
    this.test = isAtHand ? null : test
  }

  bits(): Uint32Array | null {
    return this.#bits
  }

  list(): Uint32Array | null {
    return this.#cache?.get(this.#name, () => this.#dictionary.list(this.#key)) ?? null
  }

  read(out: Uint32Array): number {
    const list = this.list()
    if (list === null) return this.#dictionary.postings.read(this.#key, out)
    out.set(list)
    return list.length
  }
}
