import type { NumberRange } from '../../avatars/index.ts'
import { bitsetLength, clearBit, setBit, setRange } from './bitset.ts'
import { isDense } from './dictionary.ts'
import type { OrderBoundary } from './order-list.ts'
import type { BaseSections } from './sections.ts'
import type { ScanOrder, Segment, Source } from './segment.ts'
import type { Counts } from './shared.ts'
import { LazySource } from './sources.ts'
import { bisect } from './stream.ts'

/** `Source.testCost` of a range: one comparison. */
const RANGE_TEST_COST = 1

type Base = Pick<Segment, 'size' | 'allocate'>

/** The documents of a base whose `values` are in a range. The values ascend, so these are consecutive numbers. */
export function ascendingRangeSource(
  base: Base,
  values: Float64Array,
  { from, before }: NumberRange,
): Source | null {
  const { size: docCount } = base
  const start = bisect(0, docCount, doc => values[doc]! >= from)
  const end = bisect(start, docCount, doc => values[doc]! >= before)
  const size = end - start
  if (size === 0) return null
  const isBitset = isDense(size, docCount)
  const test = (doc: number): boolean => doc >= start && doc < end
  return new LazySource({ size, isDense: isBitset, test, testCost: RANGE_TEST_COST }, () => {
    if (!isBitset) return Uint32Array.from({ length: size }, (_, i) => start + i)
    const bits = base.allocate(bitsetLength(docCount))
    setRange(bits, start, end)
    return bits
  })
}

/** The documents of a base in a range of `values`, which must be the first sort key of a descending order. */
export function orderRangeSource(
  base: Base,
  order: ScanOrder,
  values: Counts,
  { from, before }: NumberRange,
): Source | null {
  if (from >= before) return null
  // Unknown values are -Infinity, and in no range.
  const minValue = Math.max(from, -Number.MAX_VALUE)
  const start = order.boundary(doc => values[doc]! >= before)
  const end = order.boundary(doc => values[doc]! >= minValue)
  const test = (doc: number): boolean => values[doc]! >= minValue && values[doc]! < before
  return sourceBetween(base, order, { start, end }, test)
}

/** The documents of a base whose names are in a range of keys. */
export function nameRangeSource(
  base: Base,
  { nameOffsets: offsets, nameKeys }: BaseSections,
  order: ScanOrder,
  [from, to]: readonly [from: number, to: number],
): Source | null {
  const test = (doc: number): boolean => nameKeys[doc]! >= from && nameKeys[doc]! < to
  // The empty name is the first key but comes last in the order.
  const boundaryAt = (bound: number): OrderBoundary =>
    order.boundary(doc => nameKeys[doc]! < bound && offsets[nameKeys[doc]! + 1]! > 0)
  return sourceBetween(base, order, { start: boundaryAt(from), end: boundaryAt(to) }, test)
}

interface Boundaries {
  readonly start: OrderBoundary
  readonly end: OrderBoundary
}

/** The documents of a base between two boundaries of an order; `test` is true for exactly these. */
function sourceBetween(
  base: Base,
  order: ScanOrder,
  boundaries: Boundaries,
  test: (doc: number) => boolean,
): Source | null {
  const size = countBetween(order, boundaries)
  if (size === 0) return null
  const isBitset = isDense(size, base.size)
  return new LazySource({ size, isDense: isBitset, test, testCost: RANGE_TEST_COST }, () =>
    isBitset ? bitsBetween(base, order, boundaries, size) : listBetween(order, boundaries, size),
  )
}

function countBetween({ blocks }: ScanOrder, { start, end }: Boundaries): number {
  let count = end.index - start.index
  for (let at = start.block; at < end.block; at++) count += blocks[at]!.length
  return count
}

/** Sets the bits of the documents between two boundaries, or clears those of the others if they are fewer. */
function bitsBetween(base: Base, order: ScanOrder, { start, end }: Boundaries, size: number): Uint32Array {
  const { size: docCount } = base
  const bits = base.allocate(bitsetLength(docCount))
  if (size * 2 < docCount) {
    eachBetween(order, { start, end }, doc => setBit(bits, doc))
    return bits
  }
  setRange(bits, 0, docCount)
  eachBetween(order, { start: { block: 0, index: 0 }, end: start }, doc => clearBit(bits, doc))
  const orderEnd = { block: order.blocks.length, index: 0 }
  eachBetween(order, { start: end, end: orderEnd }, doc => clearBit(bits, doc))
  return bits
}

function listBetween(order: ScanOrder, boundaries: Boundaries, size: number): Uint32Array {
  const docs = new Uint32Array(size)
  let n = 0
  eachBetween(order, boundaries, doc => {
    docs[n++] = doc
  })
  return docs.sort()
}

function eachBetween({ blocks }: ScanOrder, { start, end }: Boundaries, visit: (doc: number) => void): void {
  for (let at = start.block; at <= end.block && at < blocks.length; at++) {
    const { items, length } = blocks[at]!
    const endIndex = at === end.block ? end.index : length
    for (let i = at === start.block ? start.index : 0; i < endIndex; i++) visit(items[i]!)
  }
}
