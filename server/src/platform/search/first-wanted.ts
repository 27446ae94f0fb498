import { hasBit, wordsFor } from './bitset.ts'
import { asList, type SomeMatches } from './matches.ts'
import { READ_WORD_COST, SCAN_COST, SELECT_COST } from './page.ts'
import type { Segment } from './segment.ts'

/** Maximum number of matches to test: this many, or a share of all if that is more. */
const MIN_TESTED = 4096
const TESTED_SHARE = 8
/** When the matches read so far were not enough, this many times as many are read. */
const READ_GROWTH = 4

/**
 * The first `limit` matches in a base for which `isWanted` is true, by relevance, or all such matches when there are
 * fewer. Null when this would test more matches than pays off for one page.
 */
export function firstWanted(
  base: Segment,
  matches: SomeMatches,
  limit: number,
  isWanted: (doc: number) => boolean,
): Uint32Array | null {
  const { total } = matches
  const maxTested = Math.max(MIN_TESTED, total / TESTED_SHARE)
  const foundDocs: number[] = []
  let tested = 0
  for (
    let count = Math.min(total, limit * 2);
    count <= maxTested;
    count = Math.min(total, count * READ_GROWTH)
  ) {
    const docs = firstByScore(base, matches, count)
    for (; tested < count && foundDocs.length < limit; tested++)
      if (isWanted(docs[tested]!)) foundDocs.push(docs[tested]!)
    if (foundDocs.length === limit || count === total) return Uint32Array.from(foundDocs)
  }
  return null
}

function firstByScore(base: Segment, matches: SomeMatches, count: number): Uint32Array {
  const order = base.order('relevance')
  if (matches.kind === 'bits' && !isSelected(base, matches.total, count)) {
    return scan(base, matches.bits, matches.mask, count)
  }
  return order.firstOf(asList(base, matches), count, base.compare('relevance'))
}

/** True when selecting from a list of the matches is cheaper than scanning the order. */
function isSelected(base: Segment, total: number, count: number): boolean {
  const select = total * SELECT_COST + wordsFor(base.size) * READ_WORD_COST
  return total < base.scratchLists[0].length && select < (count * base.size * SCAN_COST) / total
}

function scan(base: Segment, bits: Uint32Array, mask: Uint32Array, count: number): Uint32Array {
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
