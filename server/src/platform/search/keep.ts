import type { Segment, Source } from './segment.ts'
import { gallop } from './stream.ts'

/** A list that is longer than the other by this factor is searched by bisection instead of read through. */
const SEARCH_RATIO = 16

/** Keeps those of the first `n` documents that are in the source, or, without `keepsMembers`, those that are not. */
export function keepSource(
  segment: Segment,
  docs: Uint32Array,
  n: number,
  source: Source,
  keepsMembers: boolean,
): number {
  const { test } = source
  if (test !== null && n * source.testCost < source.makeCost)
    return keepWhere(docs, n, doc => test(doc) === keepsMembers)
  const bits = source.bits()
  if (bits !== null) return keepByBits(docs, n, bits, keepsMembers)
  return keepByList(docs, n, sparseDocs(segment, source), keepsMembers)
}

export function keepByBits(docs: Uint32Array, n: number, bits: Uint32Array, keepsMembers: boolean): number {
  const bit = Number(keepsMembers)
  let count = 0
  for (let i = 0; i < n; i++) {
    const doc = docs[i]!
    if (((bits[doc >>> 5]! >>> (doc & 31)) & 1) === bit) docs[count++] = doc
  }
  return count
}

/** The documents of a sparse source, in the segment's scratch space unless the source has them as a list. */
export function sparseDocs(segment: Segment, source: Source): Uint32Array {
  const scratch = segment.scratchLists[1]
  return source.list() ?? scratch.subarray(0, source.read(scratch))
}

/** Keeps the documents that are in `list`, or, without `keepsMembers`, those that are not; both lists ascend. */
export function keepByList(docs: Uint32Array, n: number, list: Uint32Array, keepsMembers: boolean): number {
  const m = list.length
  const isSearched = n * SEARCH_RATIO < m
  let count = 0
  let j = 0
  for (let i = 0; i < n; i++) {
    const doc = docs[i]!
    if (isSearched) j = gallop(j, m, at => list[at]! >= doc)
    else while (j < m && list[j]! < doc) j++
    if ((j < m && list[j] === doc) === keepsMembers) docs[count++] = doc
  }
  return count
}

function keepWhere(docs: Uint32Array, n: number, isMember: (doc: number) => boolean): number {
  let count = 0
  for (let i = 0; i < n; i++) if (isMember(docs[i]!)) docs[count++] = docs[i]!
  return count
}
