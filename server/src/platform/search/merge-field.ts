import { wordsFor } from './bitset.ts'
import { isDense } from './field.ts'
import { compareBytes } from './key-bytes.ts'
import type { FieldSections } from './sections.ts'
import { byteVec, uint32Vec } from './shared.ts'
import type { TailFieldParts } from './tail-field.ts'
import { pushGaps, readGaps } from './varint.ts'

/** The new number of dropped documents and keys. */
export const DROPPED = 0xffffffff

/** New numbers of documents by their old ones. */
export interface DocMaps {
  docs: number
  /** Ascending, but for those that are `DROPPED`. */
  base: Uint32Array
  tail: Uint32Array
  /** Tail documents that stay, in their new order. */
  tailDocs: Uint32Array
}

/** New places of keys by their old ones. */
export interface KeyMaps {
  base: Uint32Array
  tail: Uint32Array
}

interface TailPostings {
  starts: Uint32Array
  docs: Uint32Array
}

/** Merges a tail's dictionary and documents into the base's; keys without documents are dropped. */
export function mergeField(
  base: FieldSections,
  tail: TailFieldParts,
  maps: DocMaps,
): { field: FieldSections; keys: KeyMaps; counts: Uint32Array } {
  const out = new FieldWriter(maps.docs)
  const reader = new BaseReader(base, maps.base)
  const postings = tailPostings(tail, maps)
  const tailDocs = new Uint32Array(maps.docs)
  const baseDocs = new Uint32Array(maps.docs)
  const merged = new Uint32Array(maps.docs)
  const keys = eachKey(base, tail, (baseKey, tailKey) => {
    const b = baseKey === -1 ? 0 : reader.read(baseKey, baseDocs)
    const from = tailKey === -1 ? 0 : postings.starts[tailKey]!
    const to = tailKey === -1 ? 0 : postings.starts[tailKey + 1]!
    if (b + to - from === 0) return DROPPED
    const [bytes, start, end] = keyBytes(base, baseKey, tail, tailKey)
    if (from === to) return out.add(bytes, start, end, baseDocs, b)
    if (b === 0) {
      tailDocs.set(postings.docs.subarray(from, to))
      return out.add(bytes, start, end, tailDocs, to - from)
    }
    return out.add(bytes, start, end, merged, mergeSorted(baseDocs, b, postings.docs, from, to, merged))
  })
  return { field: out.finish(), keys, counts: out.counts.view() }
}

/** Merges dictionaries without documents; unused keys are dropped. */
export function mergeKeys(
  base: Pick<FieldSections, 'bytes' | 'offsets'>,
  tail: TailFieldParts,
  isUsed: { base: Uint8Array; tail: Uint8Array },
): { bytes: Uint8Array; offsets: Uint32Array; keys: KeyMaps } {
  const bytes = byteVec(base.bytes.length + 64)
  const offsets = uint32Vec(base.offsets.length + 64)
  offsets.push(0)
  const keys = eachKey(base, tail, (baseKey, tailKey) => {
    const isKept =
      (baseKey !== -1 && isUsed.base[baseKey] === 1) || (tailKey !== -1 && isUsed.tail[tailKey] === 1)
    if (!isKept) return DROPPED
    const [from, start, end] = keyBytes(base, baseKey, tail, tailKey)
    bytes.reserve(end - start).set(from.subarray(start, end), bytes.length)
    bytes.length += end - start
    offsets.push(bytes.length)
    return offsets.length - 2
  })
  return { bytes: bytes.trimmed(), offsets: offsets.trimmed(), keys }
}

function keyBytes(
  base: Pick<FieldSections, 'bytes' | 'offsets'>,
  baseKey: number,
  tail: TailFieldParts,
  tailKey: number,
): [Uint8Array, number, number] {
  if (baseKey !== -1) return [base.bytes, base.offsets[baseKey]!, base.offsets[baseKey + 1]!]
  return [tail.bytes, tail.offsets[tailKey]!, tail.offsets[tailKey + 1]!]
}

/** Visits the keys of both in order, with -1 where one lacks it; `visit` returns the new place. */
function eachKey(
  base: Pick<FieldSections, 'bytes' | 'offsets'>,
  tail: TailFieldParts,
  visit: (baseKey: number, tailKey: number) => number,
): KeyMaps {
  const baseSize = base.offsets.length - 1
  const sorted = sortedKeys(tail)
  const maps = { base: new Uint32Array(baseSize), tail: new Uint32Array(sorted.length) }
  for (let b = 0, t = 0; b < baseSize || t < sorted.length; ) {
    const order = b === baseSize ? 1 : t === sorted.length ? -1 : compareKeys(base, b, tail, sorted[t]!)
    const baseKey = order <= 0 ? b++ : -1
    const tailKey = order >= 0 ? sorted[t++]! : -1
    const place = visit(baseKey, tailKey)
    if (baseKey !== -1) maps.base[baseKey] = place
    if (tailKey !== -1) maps.tail[tailKey] = place
  }
  return maps
}

function compareKeys(
  base: Pick<FieldSections, 'bytes' | 'offsets'>,
  b: number,
  tail: TailFieldParts,
  t: number,
): number {
  const { bytes, offsets } = tail
  return compareBytes(base.bytes, base.offsets[b]!, base.offsets[b + 1]!, bytes, offsets[t]!, offsets[t + 1]!)
}

function sortedKeys({ bytes, offsets }: TailFieldParts): Uint32Array {
  const keys = Uint32Array.from({ length: offsets.length - 1 }, (_, key) => key)
  return keys.sort((a, b) =>
    compareBytes(bytes, offsets[a]!, offsets[a + 1]!, bytes, offsets[b]!, offsets[b + 1]!),
  )
}

/** New numbers of the documents of each key of the tail, ascending. */
function tailPostings({ offsets, keys, keyEnds }: TailFieldParts, { tail, tailDocs }: DocMaps): TailPostings {
  const starts = new Uint32Array(offsets.length)
  const startOf = (doc: number): number => (doc === 0 ? 0 : keyEnds[doc - 1]!)
  for (const doc of tailDocs) {
    for (let i = startOf(doc); i < keyEnds[doc]!; i++) starts[keys[i]! + 1]!++
  }
  for (let key = 1; key < starts.length; key++) starts[key]! += starts[key - 1]!
  const docs = new Uint32Array(starts.at(-1) ?? 0)
  const next = starts.slice()
  for (const doc of tailDocs) {
    for (let i = startOf(doc); i < keyEnds[doc]!; i++) docs[next[keys[i]!]!++] = tail[doc]!
  }
  return { starts, docs }
}

function mergeSorted(
  a: Uint32Array,
  aLength: number,
  b: Uint32Array,
  bStart: number,
  bEnd: number,
  out: Uint32Array,
): number {
  let n = 0
  let i = 0
  let j = bStart
  while (i < aLength && j < bEnd) out[n++] = a[i]! < b[j]! ? a[i++]! : b[j++]!
  while (i < aLength) out[n++] = a[i++]!
  while (j < bEnd) out[n++] = b[j++]!
  return n
}

/** Reads the new numbers of the documents of the base's keys. */
class BaseReader {
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

  /** Must be called for every key in ascending order. */
  read(key: number, out: Uint32Array): number {
    const { postings, postingOffsets } = this.#field
    const start = postingOffsets[key]!
    const end = postingOffsets[key + 1]!
    if (start === end) return this.#readDense(out)
    const count = readGaps(postings, start, end, this.#old)
    let n = 0
    for (let i = 0; i < count; i++) {
      const doc = this.#map[this.#old[i]!]!
      if (doc !== DROPPED) out[n++] = doc
    }
    return n
  }

  #readDense(out: Uint32Array): number {
    const first = this.#dense++ * this.#words
    let n = 0
    for (let w = 0; w < this.#words; w++) {
      for (let left = this.#field.denseBits[first + w]!; left !== 0; left &= left - 1) {
        const doc = this.#map[(w << 5) + 31 - Math.clz32(left & -left)]!
        if (doc !== DROPPED) out[n++] = doc
      }
    }
    return n
  }
}

class FieldWriter {
  readonly #docs: number
  readonly #words: number
  readonly #bytes = byteVec()
  readonly #offsets = uint32Vec()
  readonly #postings = byteVec()
  readonly #postingOffsets = uint32Vec()
  /** Documents of each key. */
  readonly counts = uint32Vec()
  readonly #denseKeys = uint32Vec()
  readonly #denseCounts = uint32Vec()
  readonly #denseBits = uint32Vec()
  #size = 0

  constructor(docs: number) {
    this.#docs = docs
    this.#words = wordsFor(docs)
    this.#offsets.push(0)
    this.#postingOffsets.push(0)
  }

  /** Appends a key with its documents and returns its place. */
  add(bytes: Uint8Array, start: number, end: number, docs: Uint32Array, count: number): number {
    const key = this.#size++
    this.counts.push(count)
    const out = this.#bytes.reserve(end - start)
    for (let i = start; i < end; i++) out[this.#bytes.length++] = bytes[i]!
    this.#offsets.push(this.#bytes.length)
    if (isDense(count, this.#docs)) this.#addDense(key, docs, count)
    else pushGaps(this.#postings, docs, count)
    this.#postingOffsets.push(this.#postings.length)
    return key
  }

  finish(): FieldSections {
    return {
      bytes: this.#bytes.trimmed(),
      offsets: this.#offsets.trimmed(),
      postings: this.#postings.trimmed(),
      postingOffsets: this.#postingOffsets.trimmed(),
      denseKeys: this.#denseKeys.trimmed(),
      denseCounts: this.#denseCounts.trimmed(),
      denseBits: this.#denseBits.trimmed(),
    }
  }

  #addDense(key: number, docs: Uint32Array, count: number): void {
    this.#denseKeys.push(key)
    this.#denseCounts.push(count)
    const bits = this.#denseBits.reserve(this.#words)
    const first = this.#denseBits.length
    for (let i = 0; i < count; i++) bits[first + (docs[i]! >>> 5)]! |= 1 << (docs[i]! & 31)
    this.#denseBits.length = first + this.#words
  }
}
