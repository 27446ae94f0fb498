import type { CatalogSort } from '../../slices/catalog/search-port.ts'
import { compareDocuments } from './compare.ts'
import { asBits, asList, type Matches } from './matches.ts'
import type { Segment } from './segment.ts'
import { AscendingStream, DescendingStream, END, ListStream, type MatchStream, WalkStream } from './stream.ts'
import { topOf } from './top.ts'

/** Walking costs this much for each document passed, sorting out the best this much for each match. */
const WALK_COST = 3
const TOP_COST = 5
/** More matches than this share of the documents are never listed. */
const MOST_LISTED = 16

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
  const stream = baseStream(base, sort, depth)
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
function baseStream({ segment, matches }: Found, sort: CatalogSort, depth: number): MatchStream {
  if (matches.kind === 'none') return new ListStream(asList(segment, matches))
  if (sort === 'recent' || sort === 'oldest') return byNumber(segment, matches, sort)
  const { total } = matches
  const walk = (Math.min(depth, total) / total) * segment.size * WALK_COST
  if (total * TOP_COST < walk && total < segment.size / MOST_LISTED) {
    return new ListStream(topOf(asList(segment, matches), depth, segment.compare(sort)))
  }
  return new WalkStream(segment.order(sort), asBits(segment, matches))
}

function byNumber(segment: Segment, matches: Matches, sort: 'recent' | 'oldest'): MatchStream {
  if (matches.kind === 'list') {
    return new ListStream(sort === 'oldest' ? matches.docs : matches.docs.slice().reverse())
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
  const stream = new WalkStream(segment.order(sort), asBits(segment, matches))
  while (docs.length < depth) {
    const doc = stream.next(END)
    if (doc === -1) break
    docs.push(doc)
  }
  return docs
}
