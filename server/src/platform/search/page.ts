import type { CatalogSort } from '../../slices/catalog/search-port.ts'
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

/**
 * The slots at `offset` to `offset + limit - 1` of all matches in the order of `sort`: those of the base are read as
 * a stream, and the few of the tails are put between.
 */
export function pageOf(
  base: Found,
  tails: readonly Found[],
  sort: CatalogSort,
  offset: number,
  limit: number,
): number[] {
  const depth = offset + limit
  const total = tails.reduce((sum, { matches }) => sum + matches.total, base.matches.total)
  if (offset >= total) return []
  const stream = baseStream(base, sort, depth, limit)
  const others = tailDocuments(tails, sort, depth)
  const { segment } = base
  const slots: number[] = []
  let skip = offset
  for (let i = 0; slots.length < limit; i++) {
    const other = others[i]
    const boundary =
      other === undefined
        ? END
        : stream.boundary(doc => compareDocuments(sort, segment, doc, other.segment, other.doc) < 0)
    skip -= stream.skip(skip, boundary)
    if (skip === 0) readInto(slots, limit, stream, boundary, segment)
    if (other === undefined) break
    if (skip > 0) skip--
    else if (slots.length < limit) slots.push(other.segment.slots[other.doc]!)
  }
  return slots
}

function readInto(
  slots: number[],
  limit: number,
  stream: MatchStream,
  boundary: number,
  { slots: slotOf }: Segment,
): void {
  while (slots.length < limit) {
    const doc = stream.next(boundary)
    if (doc === -1) return
    slots.push(slotOf[doc]!)
  }
}

/** All matches in the order of `sort`, as slots. */
export function allSlots(base: Found, tails: readonly Found[], sort: CatalogSort): Uint32Array {
  const total = tails.reduce((sum, { matches }) => sum + matches.total, base.matches.total)
  const slots = new Uint32Array(total)
  slots.set(pageOf(base, tails, sort, 0, total))
  return slots
}

/** Reads at least the first `depth` matches, in order. */
function baseStream(
  { segment, matches }: Found,
  sort: CatalogSort,
  depth: number,
  limit: number,
): MatchStream {
  if (matches.kind === 'none') return new ListStream(asList(segment, matches), null)
  if (sort === 'recent' || sort === 'oldest') return byNumber(segment, matches, sort)
  const { total } = matches
  const scarcity = segment.size / total
  const walk = Math.min(depth, total) * scarcity * WALK
  const top = total * COMPARE + depth * Math.log2(depth + 1) * 6 * COMPARE
  const count = total * COUNT + Math.min(limit, total) * Math.min(scarcity, BLOCK) * WALK
  const isListable = total < segment.scratchList(0).length
  if (isListable && top < walk && top < count) {
    return new ListStream(topOf(asList(segment, matches), depth, segment.compare(sort)), null)
  }
  const order = segment.order(sort)
  if (!isListable || walk < count) return new WalkStream(order, asBits(segment, matches), null)
  const docs = asList(segment, matches)
  return new WalkStream(order, asBits(segment, matches), order.countInBlocks(docs, total))
}

function byNumber(segment: Segment, matches: Matches, sort: 'recent' | 'oldest'): MatchStream {
  if (matches.kind === 'list') {
    return new (sort === 'oldest' ? ListStream : BackwardListStream)(matches.docs, matches.mask)
  }
  const bits = asBits(segment, matches)
  return sort === 'oldest'
    ? new AscendingStream(bits, segment.size)
    : new DescendingStream(bits, segment.size)
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
  const stream = new WalkStream(segment.order(sort), asBits(segment, matches), null)
  while (docs.length < depth) {
    const doc = stream.next(END)
    if (doc === -1) break
    docs.push(doc)
  }
  return docs
}
