import type { BaseSegment } from './base-segment.ts'
import { hasBit } from './bitset.ts'
import type { Segments } from './segments.ts'
import type { SlotMap } from './slot-map.ts'
import { BASE_NUMBER, type NumberedTail } from './tails.ts'

/** The base that a merge made, and the slot map that will replace the current one. */
export interface NextBase {
  readonly base: BaseSegment
  readonly slotMap: SlotMap
  readonly docOfSlot: Uint32Array
}

/** Changes that are applied per turn of the event loop: about a millisecond of work. */
const CHANGES_PER_TURN = 100
/** Documents that are carried over per turn: a few milliseconds of work. */
const DOCUMENTS_PER_TURN = 500

/**
 * Carries over to a new base the documents that were put since its merge began, which are all in the last tail, and the
 * columns that changed. The caller waits for the next turn at each step, and swaps the base in at once after the last.
 * @param changedSlots slots whose columns have changed; those that are applied are removed.
 */
export function* carryOver(
  next: NextBase,
  current: Segments,
  changedSlots: Set<number>,
): Generator<void, void> {
  const tail = current.tails.lastTail
  let takenCount = takeOverDocuments(next, tail, 0)
  while (changedSlots.size > CHANGES_PER_TURN || tail.segment.size - takenCount > DOCUMENTS_PER_TURN) {
    applyChanges(next, current, changedSlots)
    yield
    takenCount = takeOverDocuments(next, tail, takenCount)
  }
  applyChanges(next, current, changedSlots)
  takeOverDocuments(next, tail, takenCount)
}

/** Applies changes of columns to the new base. */
function applyChanges({ base, docOfSlot }: NextBase, current: Segments, changedSlots: Set<number>): void {
  const { slotMap, tails } = current
  let changesLeft = CHANGES_PER_TURN
  for (const slot of changedSlots) {
    if (changesLeft-- === 0) return
    changedSlots.delete(slot)
    if (slotMap.segmentNumberOf(slot) === tails.lastTail.number) continue
    const segment = current.segmentOf(slot)
    const doc = slotMap.docOf(slot)
    base.setListed(docOfSlot[slot]!, hasBit(segment.listedBits, doc))
    base.setCounters(docOfSlot[slot]!, segment.views[doc]!, segment.likes[doc]!)
  }
}

/** Adds a batch of documents of the tail to the new slot map, and returns how many have been added so far. */
function takeOverDocuments({ base, slotMap }: NextBase, tail: NumberedTail, from: number): number {
  const { segment } = tail
  const to = Math.min(from + DOCUMENTS_PER_TURN, segment.size)
  for (let doc = from; doc < to; doc++) {
    const slot = segment.slots[doc]!
    if (slotMap.segmentNumberOf(slot) === BASE_NUMBER) base.markReplaced(slotMap.docOf(slot))
    slotMap.set(slot, tail.number, doc)
    segment.linkAuthor(doc, base)
  }
  return to
}
