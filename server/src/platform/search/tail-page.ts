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
export interface TailDocuments {
  docs: number[]
  segments: Segment[]
}

/** The first `depth` matches of all tails, in order. */
export function tailDocuments(
  tails: readonly SegmentMatches[],
  sort: CatalogSort,
  depth: number,
): TailDocuments {
  const [first, ...others] = tails
    .filter(({ matches }) => matches.total > 0)
    .map(found => ({ segment: found.segment, docs: firstOf(found, sort, depth) }))
  if (first === undefined) return { docs: [], segments: [] }
  const mergedDocuments: TailDocuments = {
    docs: first.docs,
    segments: Array.from({ length: first.docs.length }, () => first.segment),
  }
  return others.reduce((one, other) => mergeTails(one, other, sort), mergedDocuments)
}

function mergeTails(
  { docs, segments }: TailDocuments,
  other: { segment: Segment; docs: number[] },
  sort: CatalogSort,
): TailDocuments {
  const mergedDocuments: TailDocuments = { docs: [], segments: [] }
  let i = 0
  let j = 0
  while (i < docs.length || j < other.docs.length) {
    const isFirst =
      j === other.docs.length ||
      (i < docs.length && compareDocuments(sort, segments[i]!, docs[i]!, other.segment, other.docs[j]!) < 0)
    mergedDocuments.segments.push(isFirst ? segments[i]! : other.segment)
    mergedDocuments.docs.push(isFirst ? docs[i++]! : other.docs[j++]!)
  }
  return mergedDocuments
}

/**
 * The first `depth` matches of one tail, in order. `oldest` has no order of its own: it reads `recent` from the end.
 */
function firstOf({ segment, matches }: SegmentMatches, sort: CatalogSort, depth: number): number[] {
  const { bits, mask } = asBits(segment, matches)
  const count = Math.min(depth, matches.total)
  const isBack = sort === 'oldest'
  const { blocks } = segment.order(isBack ? 'recent' : sort)
  const docs: number[] = []
  for (const { items, length } of isBack ? blocks.toReversed() : blocks)
    for (let i = 0; i < length; i++) {
      const doc = items[isBack ? length - 1 - i : i]!
      if (hasBit(bits, doc) && hasBit(mask, doc)) docs.push(doc)
      if (docs.length === count) return docs
    }
  return docs
}
