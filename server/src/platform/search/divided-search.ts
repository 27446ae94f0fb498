import { clearBit, hasBit, intersectCounting, wordsFor } from './bitset.ts'
import { asBits, bitMatches } from './matches.ts'
import type { SlotMap } from './slot-map.ts'
import type { BitPair } from './stream.ts'
import type { SegmentMatches } from './tail-page.ts'

/** The matches of each segment, keyed by its number. */
export type MatchesBySegment = ReadonlyMap<number, SegmentMatches>

/**
 * The places in `slots` of those that match, in ascending order.
 * @param scratch scratch memory for as many numbers: V8 would mark the whole heap after some hundred long arrays.
 */
export function matchingPlaces(
  slots: Uint32Array,
  map: SlotMap,
  bySegment: MatchesBySegment,
  scratch: Uint32Array,
): Uint32Array {
  const bits: (BitPair | undefined)[] = []
  for (const [number, { segment, matches }] of bySegment) bits[number] = asBits(segment, matches)
  let n = 0
  for (let place = 0; place < slots.length; place++) {
    const slot = slots[place]!
    const pair = bits[map.segmentOf(slot)]
    if (pair === undefined) continue
    const doc = map.docOf(slot)
    if (hasBit(pair.bits, doc) && hasBit(pair.mask, doc)) scratch[n++] = place
  }
  return scratch.slice(0, n)
}

/** The matches without the documents of `slots`, in the segments' scratch space. */
export function matchesWithout(
  slots: Uint32Array,
  map: SlotMap,
  bySegment: MatchesBySegment,
): Map<number, SegmentMatches> {
  const bitsBySegment: (Uint32Array | undefined)[] = []
  const totals: number[] = []
  for (const [number, { segment, matches }] of bySegment) {
    const { bits, mask } = asBits(segment, matches)
    bitsBySegment[number] = segment.scratchBits[1]
    totals[number] = intersectCounting(bitsBySegment[number]!, bits, mask, wordsFor(segment.size))
  }
  for (const slot of slots) {
    const number = map.segmentOf(slot)
    const bits = bitsBySegment[number]
    const doc = map.docOf(slot)
    if (bits === undefined || !hasBit(bits, doc)) continue
    clearBit(bits, doc)
    totals[number]!--
  }
  return new Map(
    [...bySegment].map(([number, { segment }]) => [
      number,
      { segment, matches: bitMatches(bitsBySegment[number]!, totals[number]!) },
    ]),
  )
}
