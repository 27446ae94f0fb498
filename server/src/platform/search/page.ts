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

interface TailDocument {
  segment: Segment
  doc: number
}

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
  const others = tailDocuments(tails, sort, offset + out.length)
  let skip = offset
  let n = 0
  for (const other of others) {
    const boundary = stream.boundary(
      doc => compareDocuments(sort, segment, doc, other.segment, other.doc) < 0,
    )
    skip -= stream.skip(skip, boundary)
    if (skip > 0) {
      skip--
      continue
    }
    n = stream.read(boundary, out, n)
    if (n === out.length) return
    out[n++] = other.segment.slots[other.doc]!
  }
  stream.skip(skip, END)
  stream.read(END, out, n)
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
function tailDocuments(tails: readonly Found[], sort: CatalogSort, depth: number): TailDocument[] {
  const lists = tails.map(found => firstOf(found, sort, depth).map(doc => ({ segment: found.segment, doc })))
  if (lists.length <= 1) return lists[0] ?? []
  return lists
    .flat()
    .sort((a, b) => compareDocuments(sort, a.segment, a.doc, b.segment, b.doc))
    .slice(0, depth)
}

function firstOf({ segment, matches }: Found, sort: CatalogSort, depth: number): number[] {
  const docs: number[] = []
  if (matches.total === 0) return docs
  if (matches.total <= 32 || matches.total * 16 < segment.size) {
    return [...topOf(asList(segment, matches), depth, segment.compare(sort))]
  }
  const { bits, mask } = asBits(segment, matches)
  for (const doc of inOrder(segment, sort)) {
    if (docs.length === depth) break
    if (hasBit(bits, doc) && hasBit(mask, doc)) docs.push(doc)
  }
  return docs
}

/** Every document of a tail: the oldest are the last of the most recent. */
function* inOrder(segment: Segment, sort: CatalogSort): Generator<number> {
  if (sort !== 'oldest') {
    for (const { items, length } of segment.order(sort).blocks) {
      for (let i = 0; i < length; i++) yield items[i]!
    }
    return
  }
  for (const { items, length } of segment.order('recent').blocks.toReversed()) {
    for (let i = length - 1; i >= 0; i--) yield items[i]!
  }
}
