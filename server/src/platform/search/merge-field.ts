import { wordsFor } from './bitset.ts'
import { DocumentCollector } from './document-collector.ts'
import { FieldWriter } from './field-writer.ts'
import type { DocumentNumbers } from './merge-documents.ts'
import { DROPPED, eachKey, type Holders } from './merge-keys.ts'
import type { FieldSections } from './sections.ts'
import { readGaps } from './varint.ts'

interface MergedField {
  field: FieldSections
  /** For each run, the new place of each of its keys. */
  keys: Uint32Array[]
  counts: Uint32Array
}

/** Sorted parts of more runs are joined as bits where moving would take longer, see `isFasterAsBits`. */
const FEW_RUNS = 8
const DOCS_A_MOVE = 512

/** Merges the dictionaries and documents of runs; keys without documents are dropped. */
export function mergeField(fields: readonly FieldSections[], { docs, maps }: DocumentNumbers): MergedField {
  const out = new FieldWriter(docs, fields)
  const readers = fields.map((field, run) => new FieldReader(field, maps[run]!))
  const merged = new Uint32Array(docs)
  const spare = new Uint32Array(docs)
  const ends = new Uint32Array(fields.length)
  const collector = new DocumentCollector(docs)
  const keys = eachKey(fields, ({ count, runs, places }: Holders) => {
    let n = 0
    for (let i = 0; i < count; i++) {
      n = readers[runs[i]!]!.read(places[i]!, merged, n)
      ends[i] = n
    }
    if (isFasterAsBits(n, count)) {
      for (let i = 0; i < n; i++) collector.add(merged[i]!)
      collector.takeInto(merged)
    } else for (let i = 1; i < count; i++) joinSorted(merged, ends[i - 1]!, ends[i]!, spare)
    if (n === 0) return DROPPED
    const { bytes, offsets } = fields[runs[0]!]!
    return out.add(bytes, offsets[places[0]!]!, offsets[places[0]! + 1]!, merged, n)
  })
  return { field: out.finish(), keys, counts: out.counts.view() }

  /** Each run may move the documents of those before it, while bits are read in steps of 1,024 documents. */
  function isFasterAsBits(n: number, runs: number): boolean {
    return n * (runs - FEW_RUNS) > docs / DOCS_A_MOVE
  }
}

/** Sorts two consecutive sorted parts of an array, the first from its start, the second from `middle` to `end - 1`. */
function joinSorted(array: Uint32Array, middle: number, end: number, spare: Uint32Array): void {
  if (middle === 0 || middle === end || array[middle - 1]! < array[middle]!) return
  const second = end - middle
  for (let i = 0; i < second; i++) spare[i] = array[middle + i]!
  let first = middle - 1
  let at = end - 1
  for (let j = second - 1; j >= 0; )
    array[at--] = first >= 0 && array[first]! > spare[j]! ? array[first--]! : spare[j--]!
}

/** Reads the new numbers of the documents of a run's keys. */
class FieldReader {
  readonly #field: FieldSections
  readonly #map: Uint32Array
  readonly #words: number
  readonly #old: Uint32Array
  #dense = 0

  constructor(field: FieldSections, map: Uint32Array) {
    this.#field = field
    this.#map = map
    this.#words = wordsFor(map.length)
    this.#old = new Uint32Array(map.length)
  }

  /** Writes from `at` on and returns the end. Must be called for every key in ascending order. */
  read(key: number, out: Uint32Array, at: number): number {
    const { postings, postingOffsets } = this.#field
    const start = postingOffsets[key]!
    const end = postingOffsets[key + 1]!
    if (start === end) return this.#readDense(out, at)
    const count = readGaps(postings, start, end, this.#old)
    let n = at
    for (let i = 0; i < count; i++) {
      const doc = this.#map[this.#old[i]!]!
      if (doc !== DROPPED) out[n++] = doc
    }
    return n
  }

  #readDense(out: Uint32Array, at: number): number {
    const first = this.#dense++ * this.#words
    let n = at
    for (let w = 0; w < this.#words; w++) {
      for (let left = this.#field.denseBits[first + w]!; left !== 0; left &= left - 1) {
        const doc = this.#map[(w << 5) + 31 - Math.clz32(left & -left)]!
        if (doc !== DROPPED) out[n++] = doc
      }
    }
    return n
  }
}
