import type { CatalogSort } from '../../slices/catalog/search-port.ts'
import { hasBit } from './bitset.ts'
import { compareDocuments } from './compare.ts'
import { asBits, asList, type Matches } from './matches.ts'
import type { Segment } from './segment.ts'
import {
  AscendingStream,
  BackwardListStream,
  DescendingStream,
  END,
  ListStream,
  type MatchStream,
  WalkStream,
} from './stream.ts'
import { topOf } from './top.ts'

/** What ways to a page cost for each document passed, match compared, match counted by blocks; in nanoseconds. */
const WALK = 2.5
const COMPARE = 10
const COUNT = 5
/** A page that begins at a known block walks at most this many documents for each match. */
const BLOCK = 400

export interface Found {
  segment: Segment
  matches: Matches
}

/** Documents of tails, in order, each with its segment. */
interface TailDocuments {
  docs: number[]
  segments: Segment[]
}

/** Documents of tails passed over at a time, where the page is deep. */
const LONGEST_STRIDE = 1024

/** The slots at `offset` to `offset + limit - 1` of all matches in the order of `sort`. */
export function pageOf(
  base: Found,
  tails: readonly Found[],
  sort: CatalogSort,
  offset: number,
  limit: number,
): number[] {
  const total = tails.reduce((sum, { matches }) => sum + matches.total, base.matches.total)
  const out = new Uint32Array(Math.max(0, Math.min(limit, total - offset)))
  if (out.length > 0) readPage(base, tails, sort, offset, out)
  return Array.from(out)
}

/** All matches in the order of `sort`, as slots. */
export function allSlots(base: Found, tails: readonly Found[], sort: CatalogSort): Uint32Array {
  const out = new Uint32Array(tails.reduce((sum, { matches }) => sum + matches.total, base.matches.total))
  readPage(base, tails, sort, 0, out)
  return out
}

/** Those of the base are read as a stream, and the few of the tails are put between. */
function readPage(
  base: Found,
  tails: readonly Found[],
  sort: CatalogSort,
  offset: number,
  out: Uint32Array,
): void {
  const { segment } = base
  const stream = baseStream(base, sort, offset, out.length)
  const { docs, segments } = tailDocuments(tails, sort, offset + out.length)
  const boundaryOf = (at: number): number =>
    stream.boundary(doc => compareDocuments(sort, segment, doc, segments[at]!, docs[at]!) < 0)
  let { at, skip } = skipStrides(stream, docs.length, boundaryOf, offset)
  let n = 0
  for (; at < docs.length; at++) {
    const boundary = boundaryOf(at)
    skip -= stream.skip(skip, boundary)
    if (skip > 0) {
      skip--
      continue
    }
    n = stream.read(boundary, out, n)
    if (n === out.length) return
    out[n++] = segments[at]!.slots[docs[at]!]!
  }
  stream.skip(skip, END)
  stream.read(END, out, n)
}

/**
 * Passes over whole strides of a tail's documents as long as the page begins behind their last; `skip` is what is
 * left then. When the base has enough matches before that last one, no more of the tail comes before the page.
 */
function skipStrides(
  stream: MatchStream,
  count: number,
  boundaryOf: (at: number) => number,
  offset: number,
): { at: number; skip: number } {
  let at = 0
  let skip = offset
  for (let stride = LONGEST_STRIDE; stride > 1; stride >>= 1) {
    while (skip >= stride && at + stride <= count) {
      const wanted = skip - stride
      const passed = stream.skip(wanted, boundaryOf(at + stride - 1))
      if (passed === wanted) {
        skip = stride
        break
      }
      skip -= passed + stride
      at += stride
    }
  }
  return { at, skip }
}

/** Reads at least the first `depth` matches, in order. */
function baseStream(
  { segment, matches }: Found,
  sort: CatalogSort,
  offset: number,
  limit: number,
): MatchStream {
  const { slots } = segment
  const depth = offset + limit
  if (matches.kind === 'none') return new ListStream(asList(segment, matches), null, slots)
  if (sort === 'recent' || sort === 'oldest') return byNumber(segment, matches, sort)
  const { total } = matches
  const scarcity = segment.size / total
  const walk = Math.min(depth, total) * scarcity * WALK
  const top = total * COMPARE + depth * Math.log2(depth + 1) * 6 * COMPARE
  const count = total * COUNT + Math.min(limit, total) * Math.min(scarcity, BLOCK) * WALK
  const isListable = total < segment.scratchList(0).length
  if (isListable && top < walk && top < count) {
    return new ListStream(topOf(asList(segment, matches), depth, segment.compare(sort)), null, slots)
  }
  const order = segment.order(sort)
  if (!isListable || walk < count) return new WalkStream(order, asBits(segment, matches), slots, null)
  const docs = asList(segment, matches)
  return new WalkStream(order, asBits(segment, matches), slots, order.countInBlocks(docs, total))
}

function byNumber(segment: Segment, matches: Matches, sort: 'recent' | 'oldest'): MatchStream {
  if (matches.kind === 'list') {
    return new (sort === 'oldest' ? ListStream : BackwardListStream)(
      matches.docs,
      matches.mask,
      segment.slots,
    )
  }
  const bits = asBits(segment, matches)
  return sort === 'oldest'
    ? new AscendingStream(bits, segment.slots, segment.size)
    : new DescendingStream(bits, segment.slots, segment.size)
}

/** The first `depth` matches of all tails, in order. */
function tailDocuments(tails: readonly Found[], sort: CatalogSort, depth: number): TailDocuments {
  const [first, ...others] = tails
    .filter(({ matches }) => matches.total > 0)
    .map(found => ({ segment: found.segment, docs: firstOf(found, sort, depth) }))
  if (first === undefined) return { docs: [], segments: [] }
  const merged: TailDocuments = {
    docs: first.docs,
    segments: Array.from({ length: first.docs.length }, () => first.segment),
  }
  return others.reduce((one, other) => mergeTails(one, other, sort), merged)
}

function mergeTails(
  { docs, segments }: TailDocuments,
  other: { segment: Segment; docs: number[] },
  sort: CatalogSort,
): TailDocuments {
  const merged: TailDocuments = { docs: [], segments: [] }
  let i = 0
  let j = 0
  while (i < docs.length || j < other.docs.length) {
    const isFirst =
      j === other.docs.length ||
      (i < docs.length && compareDocuments(sort, segments[i]!, docs[i]!, other.segment, other.docs[j]!) < 0)
    merged.segments.push(isFirst ? segments[i]! : other.segment)
    merged.docs.push(isFirst ? docs[i++]! : other.docs[j++]!)
  }
  return merged
}

/** The first `depth` matches of a tail, in order. */
function firstOf({ segment, matches }: Found, sort: CatalogSort, depth: number): number[] {
  const { total } = matches
  const count = Math.min(depth, total)
  const walk = (count / total) * segment.size * WALK
  const top = total * COMPARE + count * Math.log2(count + 1) * 6 * COMPARE
  if (top < walk) return Array.from(topOf(asList(segment, matches), count, segment.compare(sort)))
  return sort === 'oldest' ? walkBack(segment, matches, count) : walkOn(segment, matches, sort, count)
}

function walkOn(
  segment: Segment,
  matches: Matches,
  sort: Exclude<CatalogSort, 'oldest'>,
  count: number,
): number[] {
  const { bits, mask } = asBits(segment, matches)
  const docs: number[] = []
  for (const { items, length } of segment.order(sort).blocks) {
    for (let i = 0; i < length && docs.length < count; i++) {
      const doc = items[i]!
      if (hasBit(bits, doc) && hasBit(mask, doc)) docs.push(doc)
    }
    if (docs.length === count) break
  }
  return docs
}

/** The oldest are the last of the most recent. */
function walkBack(segment: Segment, matches: Matches, count: number): number[] {
  const { bits, mask } = asBits(segment, matches)
  const docs: number[] = []
  for (const { items, length } of segment.order('recent').blocks.toReversed()) {
    for (let i = length - 1; i >= 0 && docs.length < count; i--) {
      const doc = items[i]!
      if (hasBit(bits, doc) && hasBit(mask, doc)) docs.push(doc)
    }
    if (docs.length === count) break
  }
  return docs
}
