import type { CatalogQuery, CatalogSort, SearchPage } from '../../avatars/index.ts'
import { bitsetLength } from './bitset.ts'
import { compareDocuments } from './compare.ts'
import { ListStream } from './list-stream.ts'
import { asBits, asList, type Matches } from './matches.ts'
import { NumberStream } from './number-stream.ts'
import { ScanStream } from './scan-stream.ts'
import type { Segment } from './segment.ts'
import { END, type MatchStream } from './stream.ts'
import { type SegmentMatches, tailMatches } from './tail-page.ts'

/** Estimates per document scanned, per match compared, and per match counted by block. */
export const SCAN_NS = 2.5
const COMPARE_NS = 10
const COUNT_NS = 5

/** Once its block is known, a scan passes at most this many documents per match. */
const MAX_SCANNED_PER_MATCH = 400

/** Estimates per match selected by its block, and of making a list or a bitset of matches. */
export const SELECT_NS = 8
export const READ_NUMBER_NS = 0.6
const CLEAR_NUMBER_NS = 0.1
const SET_BIT_NS = 3

/** Maximum documents of tails that are skipped at once. */
const MAX_STRIDE = 1024

/**
 * One page of a query's matches, with the exact total.
 * @param matches matches by segment, the base first.
 */
export function pageOfMatches(
  matches: Map<number, SegmentMatches>,
  { sort, offset, limit }: CatalogQuery,
): SearchPage {
  const [base, ...tails] = [...matches.values()]
  return { total: totalOf(matches.values()), slots: pageOf(base!, tails, sort, offset, limit) }
}

export function totalOf(segmentMatches: Iterable<SegmentMatches>): number {
  let total = 0
  for (const { matches } of segmentMatches) total += matches.total
  return total
}

/** The slots at `offset` to `offset + limit - 1` of all matches in the order of `sort`. */
export function pageOf(
  base: SegmentMatches,
  tails: readonly SegmentMatches[],
  sort: CatalogSort,
  offset: number,
  limit: number,
): number[] {
  const out = new Uint32Array(Math.max(0, Math.min(limit, totalOf([base, ...tails]) - offset)))
  if (out.length > 0) readPage(base, tails, sort, offset, out)
  const page: number[] = []
  for (let i = 0; i < out.length; i++) page.push(out[i]!)
  return page
}

/** All matches in the order of `sort`, as slots. */
export function allSlots(
  base: SegmentMatches,
  tails: readonly SegmentMatches[],
  sort: CatalogSort,
): Uint32Array {
  const out = new Uint32Array(totalOf([base, ...tails]))
  readPage(base, tails, sort, 0, out)
  return out
}

/** Streams the base's matches and inserts the few of the tails. */
function readPage(
  base: SegmentMatches,
  tails: readonly SegmentMatches[],
  sort: CatalogSort,
  offset: number,
  out: Uint32Array,
): void {
  const { segment } = base
  const stream = baseStream(base, sort, offset, out.length)
  const { docs, segments } = tailMatches(tails, sort, offset + out.length)
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
 * Skips the tails' documents in strides, each with the base's matches before its last document, while the page begins
 * after that. Otherwise it tries a shorter stride. Returns the tails' next document and what is left of `skip`.
 */
function skipStrides(
  stream: MatchStream,
  tailCount: number,
  boundaryOf: (at: number) => number,
  offset: number,
): { at: number; skip: number } {
  let at = 0
  let skip = offset
  for (let stride = MAX_STRIDE; stride > 1; stride >>= 1) {
    while (skip >= stride && at + stride <= tailCount) {
      const baseCount = skip - stride
      const skippedCount = stream.skip(baseCount, boundaryOf(at + stride - 1))
      if (skippedCount === baseCount) {
        skip = stride
        break
      }
      skip -= skippedCount + stride
      at += stride
    }
  }
  return { at, skip }
}

/** The cheapest stream of the base's matches: one that selects the first ones, scans the order, or counts by block. */
function baseStream(
  { segment, matches }: SegmentMatches,
  sort: CatalogSort,
  offset: number,
  limit: number,
): MatchStream {
  const { slots } = segment
  const depth = offset + limit
  if (matches.kind === 'none') return new ListStream(asList(segment, matches), null, slots)
  if (sort === 'recent' || sort === 'oldest') return dateOrderStream(segment, matches, sort)
  const order = segment.order(sort)
  const { total } = matches
  const docsPerMatch = segment.size / total
  const [asListNs, asBitsNs] = conversionNs(segment, matches)
  const scanNs = Math.min(depth, total) * docsPerMatch * SCAN_NS + asBitsNs
  const selectNs = total * SELECT_NS + depth * Math.log2(depth + 1) * 6 * COMPARE_NS + asListNs
  const count =
    total * COUNT_NS +
    Math.min(limit, total) * Math.min(docsPerMatch, MAX_SCANNED_PER_MATCH) * SCAN_NS +
    asListNs +
    asBitsNs
  const isListable = total < segment.scratchLists[0].length
  if (isListable && selectNs < scanNs && selectNs < count) {
    const firstDocs = order.firstOf(asList(segment, matches), depth)
    return new ListStream(firstDocs, null, slots)
  }
  if (!isListable || scanNs < count) return new ScanStream(order, asBits(segment, matches), slots, null)
  const docs = asList(segment, matches)
  return new ScanStream(order, asBits(segment, matches), slots, order.countInBlocks(docs, total))
}

/** Estimated nanoseconds of `asList` and of `asBits`. */
function conversionNs({ size }: Segment, { kind, total }: Matches): [asList: number, asBits: number] {
  const length = bitsetLength(size)
  return kind === 'bits' ? [length * READ_NUMBER_NS, 0] : [0, length * CLEAR_NUMBER_NS + total * SET_BIT_NS]
}

function dateOrderStream(segment: Segment, matches: Matches, sort: 'recent' | 'oldest'): MatchStream {
  if (matches.kind === 'list')
    return new ListStream(matches.docs, matches.mask, segment.slots, sort === 'recent')
  return new NumberStream(asBits(segment, matches), segment.slots, segment.size, sort === 'recent')
}
