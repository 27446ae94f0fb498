import type { CatalogSort } from '../../avatars/index.ts'
import { hasBit } from './bitset.ts'
import { compareDocuments } from './compare.ts'
import { asBits, type Matches } from './matches.ts'
import type { Segment } from './segment.ts'

export interface SegmentMatches {
  segment: Segment
  matches: Matches
}

/** Documents of tails in the order of a sort, each with its segment. */
export interface TailMatches {
  docs: number[]
  segments: Segment[]
}

/** The first `depth` matches of all tails, in order. */
export function tailMatches(tails: readonly SegmentMatches[], sort: CatalogSort, depth: number): TailMatches {
  const [firstTail, ...otherTails] = tails
    .filter(({ matches }) => matches.total > 0)
    .map(tail => ({ segment: tail.segment, docs: firstMatches(tail, sort, depth) }))
  if (firstTail === undefined) return { docs: [], segments: [] }
  const mergedMatches: TailMatches = {
    docs: firstTail.docs,
    segments: Array.from({ length: firstTail.docs.length }, () => firstTail.segment),
  }
  return otherTails.reduce((one, other) => mergeTails(one, other, sort), mergedMatches)
}

function mergeTails(
  { docs, segments }: TailMatches,
  other: { segment: Segment; docs: number[] },
  sort: CatalogSort,
): TailMatches {
  const mergedMatches: TailMatches = { docs: [], segments: [] }
  let i = 0
  let j = 0
  while (i < docs.length || j < other.docs.length) {
    const isOneBefore =
      j === other.docs.length ||
      (i < docs.length && compareDocuments(sort, segments[i]!, docs[i]!, other.segment, other.docs[j]!) < 0)
    mergedMatches.segments.push(isOneBefore ? segments[i]! : other.segment)
    mergedMatches.docs.push(isOneBefore ? docs[i++]! : other.docs[j++]!)
  }
  return mergedMatches
}

/**
 * The first `depth` matches of one tail, in order. `oldest` has no order of its own: it reads `recent` from the end.
 */
function firstMatches({ segment, matches }: SegmentMatches, sort: CatalogSort, depth: number): number[] {
  const { bits, mask } = asBits(segment, matches)
  const count = Math.min(depth, matches.total)
  const isBackward = sort === 'oldest'
  const { blocks } = segment.order(isBackward ? 'recent' : sort)
  const docs: number[] = []
  for (const { items, length } of isBackward ? blocks.toReversed() : blocks)
    for (let i = 0; i < length; i++) {
      const doc = items[isBackward ? length - 1 - i : i]!
      if (hasBit(bits, doc) && hasBit(mask, doc)) docs.push(doc)
      if (docs.length === count) return docs
    }
  return docs
}
