import { bitsetLength } from './bitset.ts'
import { DictionaryWriter } from './dictionary-writer.ts'
import { DocumentCollector } from './document-collector.ts'
import type { DocumentNumbers } from './merge-documents.ts'
import { DROPPED, mergeKeys, type RunsWithKey } from './merge-keys.ts'
import type { DictionarySections } from './sections.ts'
import { readGaps } from './varint.ts'

interface MergedDictionary {
  dictionary: DictionarySections
  /** For each run, the new places of its keys. */
  keys: Uint32Array[]
  counts: Uint32Array
}

/** With more runs than this, documents are joined as bits where moving them would take longer, see `isFasterAsBits`. */
const FEW_RUNS = 8
const BITS_PER_MOVE = 512

/** Merges the dictionaries and postings of runs, and drops keys without documents. */
export function mergeDictionaries(
  dictionaries: readonly DictionarySections[],
  { docCount, maps }: DocumentNumbers,
): MergedDictionary {
  const out = new DictionaryWriter(docCount, dictionaries)
  const readers = dictionaries.map((dictionary, run) => new DictionaryReader(dictionary, maps[run]!))
  const mergedDocs = new Uint32Array(docCount)
  const spareDocs = new Uint32Array(docCount)
  const ends = new Uint32Array(dictionaries.length)
  const collector = new DocumentCollector(docCount)
  const keys = mergeKeys(dictionaries, ({ count, runs, places }: RunsWithKey) => {
    let n = 0
    for (let i = 0; i < count; i++) {
      n = readers[runs[i]!]!.read(places[i]!, mergedDocs, n)
      ends[i] = n
    }
    if (isFasterAsBits(n, count)) {
      for (let i = 0; i < n; i++) collector.add(mergedDocs[i]!)
      collector.takeInto(mergedDocs)
    } else for (let i = 1; i < count; i++) joinSorted(mergedDocs, ends[i - 1]!, ends[i]!, spareDocs)
    if (n === 0) return DROPPED
    const { bytes, offsets } = dictionaries[runs[0]!]!
    return out.add(bytes, offsets[places[0]!]!, offsets[places[0]! + 1]!, mergedDocs, n)
  })
  return { dictionary: out.finish(), keys, counts: out.counts.view() }

  /**
   * Joining each run may move the documents of all earlier runs, whereas bits are scanned 1,024 documents at a time.
   */
  function isFasterAsBits(n: number, runs: number): boolean {
    return n * (runs - FEW_RUNS) > docCount / BITS_PER_MOVE
  }
}

/** Merges two consecutive sorted parts of an array in place: from 0 to `middle - 1`, and from `middle` to `end - 1`. */
function joinSorted(array: Uint32Array, middle: number, end: number, spareDocs: Uint32Array): void {
  if (middle === 0 || middle === end || array[middle - 1]! < array[middle]!) return
  const secondLength = end - middle
  for (let i = 0; i < secondLength; i++) spareDocs[i] = array[middle + i]!
  let i = middle - 1
  let at = end - 1
  for (let j = secondLength - 1; j >= 0; )
    array[at--] = i >= 0 && array[i]! > spareDocs[j]! ? array[i--]! : spareDocs[j--]!
}

/** Reads the postings of a run's keys as new document numbers. */
class DictionaryReader {
  readonly #dictionary: DictionarySections
  readonly #map: Uint32Array
  readonly #bitsetLength: number
  readonly #oldDocs: Uint32Array
  #denseKeysRead = 0

  constructor(dictionary: DictionarySections, map: Uint32Array) {
    this.#dictionary = dictionary
    this.#map = map
    this.#bitsetLength = bitsetLength(map.length)
    this.#oldDocs = new Uint32Array(map.length)
  }

  /**
   * Writes the documents of a key from `at` on and returns where they end. Must be called for every key in ascending
   * order.
   */
  read(key: number, out: Uint32Array, at: number): number {
    const { postings, postingOffsets } = this.#dictionary
    const start = postingOffsets[key]!
    const end = postingOffsets[key + 1]!
    if (start === end) return this.#readDense(out, at)
    const count = readGaps(postings, start, end, this.#oldDocs)
    let n = at
    for (let i = 0; i < count; i++) {
      const doc = this.#map[this.#oldDocs[i]!]!
      if (doc !== DROPPED) out[n++] = doc
    }
    return n
  }

  #readDense(out: Uint32Array, at: number): number {
    const start = this.#denseKeysRead++ * this.#bitsetLength
    let n = at
    for (let w = 0; w < this.#bitsetLength; w++) {
      for (let bitsLeft = this.#dictionary.denseBits[start + w]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
        const doc = this.#map[(w << 5) + 31 - Math.clz32(bitsLeft & -bitsLeft)]!
        if (doc !== DROPPED) out[n++] = doc
      }
    }
    return n
  }
}
