import { bitsetLength, clearBit, hasBit, intersectAndCount } from './bitset.ts'
import { asBits, bitMatches } from './matches.ts'
import type { SlotMap } from './slot-map.ts'
import type { BitPair } from './stream.ts'
import type { SegmentMatches } from './tail-page.ts'

/** The matches of each segment, keyed by its number. */
export type MatchesBySegment = ReadonlyMap<number, SegmentMatches>

/**
 * The places in `slots` of those that match, in ascending order.
 * @param scratch memory for as many numbers as `slots`: V8 would mark the whole heap after some hundred new arrays.
 */
export function matchingPlaces(
  slots: Uint32Array,
  slotMap: SlotMap,
  matchesBySegment: MatchesBySegment,
  scratch: Uint32Array,
): Uint32Array {
  const bits: (BitPair | undefined)[] = []
  for (const [number, { segment, matches }] of matchesBySegment) bits[number] = asBits(segment, matches)
  let n = 0
  for (let place = 0; place < slots.length; place++) {
    const slot = slots[place]!
    const pair = bits[slotMap.segmentNumberOf(slot)]
    if (pair === undefined) continue
    const doc = slotMap.docOf(slot)
    if (hasBit(pair.bits, doc) && hasBit(pair.mask, doc)) scratch[n++] = place
  }
  return scratch.slice(0, n)
}

/** The matches without the documents of `slots`, in the segments' scratch space. */
export function matchesWithout(
  slots: Uint32Array,
  slotMap: SlotMap,
  matchesBySegment: MatchesBySegment,
): Map<number, SegmentMatches> {
  const bitsBySegment: (Uint32Array | undefined)[] = []
  const totals: number[] = []
  for (const [number, { segment, matches }] of matchesBySegment) {
    const { bits, mask } = asBits(segment, matches)
    bitsBySegment[number] = segment.scratchBits[1]
    totals[number] = intersectAndCount(bitsBySegment[number]!, bits, mask, bitsetLength(segment.size))
  }
  for (const slot of slots) {
    const number = slotMap.segmentNumberOf(slot)
    const bits = bitsBySegment[number]
    const doc = slotMap.docOf(slot)
    if (bits === undefined || !hasBit(bits, doc)) continue
    clearBit(bits, doc)
    totals[number]!--
  }
  return new Map(
    [...matchesBySegment].map(([number, { segment }]) => [
      number,
      { segment, matches: bitMatches(bitsBySegment[number]!, totals[number]!) },
    ]),
  )
}
