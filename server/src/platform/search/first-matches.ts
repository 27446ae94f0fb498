import { bitsetLength, hasBit } from './bitset.ts'
import { asList, type SomeMatches } from './matches.ts'
import { READ_NUMBER_NS, SCAN_NS, SELECT_NS } from './page.ts'
import type { Segment } from './segment.ts'

/** At most one in `TESTED_SHARE_OF_MATCHES` is tested, or `MIN_TEST_BOUND` if that is more. */
const MIN_TEST_BOUND = 4096
const TESTED_SHARE_OF_MATCHES = 8
/** When the matches read so far were not enough, this many times as many are read. */
const READ_GROWTH = 4

/**
 * The first `limit` matches in a base for which `isWanted` is true, by relevance, or all such matches when there are
 * fewer. Null when this would test more matches than pays off for one page.
 */
export function firstMatchesWhere(
  base: Segment,
  matches: SomeMatches,
  limit: number,
  isWanted: (doc: number) => boolean,
): Uint32Array | null {
  const { total } = matches
  const maxTested = Math.max(MIN_TEST_BOUND, total / TESTED_SHARE_OF_MATCHES)
  const foundDocs: number[] = []
  let testedCount = 0
  for (
    let count = Math.min(total, limit * 2);
    count <= maxTested;
    count = Math.min(total, count * READ_GROWTH)
  ) {
    const docs = firstByScore(base, matches, count)
    for (; testedCount < count && foundDocs.length < limit; testedCount++)
      if (isWanted(docs[testedCount]!)) foundDocs.push(docs[testedCount]!)
    if (foundDocs.length === limit || count === total) return Uint32Array.from(foundDocs)
  }
  return null
}

function firstByScore(base: Segment, matches: SomeMatches, count: number): Uint32Array {
  const order = base.order('relevance')
  if (matches.kind === 'bits' && !isSelectionFaster(base, matches.total, count)) {
    return firstByScan(base, matches.bits, matches.mask, count)
  }
  return order.firstOf(asList(base, matches), count)
}

/** True when selecting from a list of the matches is cheaper than scanning the order. */
function isSelectionFaster(base: Segment, total: number, count: number): boolean {
  const selectNs = total * SELECT_NS + bitsetLength(base.size) * READ_NUMBER_NS
  return total < base.scratchLists[0].length && selectNs < (count * base.size * SCAN_NS) / total
}

function firstByScan(base: Segment, bits: Uint32Array, mask: Uint32Array, count: number): Uint32Array {
  const docs = new Uint32Array(count)
  let n = 0
  for (const { items, length } of base.order('relevance').blocks) {
    for (let i = 0; i < length && n < count; i++) {
      const doc = items[i]!
      if (hasBit(bits, doc) && hasBit(mask, doc)) docs[n++] = doc
    }
    if (n === count) break
  }
  return docs
}
