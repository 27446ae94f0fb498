import type { IndexDocument } from '../../avatars/index.ts'
import { type BaseOptions, BaseSegment } from './base-segment.ts'
import type { BaseResult } from './base-task.ts'
import { SlotMap } from './slot-map.ts'
import type { TailSegment } from './tail-segment.ts'
import { BASE_NUMBER, type NumberedTail, Tails } from './tails.ts'

/** An immutable base, the tails with the documents put since, and the segment and document of each slot. */
export class Segments {
  base: BaseSegment
  slotMap: SlotMap
  readonly tails = new Tails()
  /** From the first search on, puts are made searchable one by one, so that no search has to process many. */
  isSearched: boolean

  constructor({ sections, liveParts: live }: BaseResult, options: BaseOptions) {
    this.base = new BaseSegment(sections, live, options)
    this.slotMap = new SlotMap(BASE_NUMBER, live.docOfSlot)
    this.isSearched = this.base.size > 0
  }

  put(slot: number, document: IndexDocument): void {
    const { size } = this.slotMap
    if (slot > size) throw new RangeError(`slot ${slot} leaves a gap: the next one is ${size}`)
    const { number, segment } = this.tails.lastTail
    const doc = segment.add(slot, document)
    if (slot < size) this.segmentOf(slot).markReplaced(this.slotMap.docOf(slot))
    this.slotMap.set(slot, number, doc)
    if (!this.isSearched) return
    segment.makeSearchable()
    segment.linkAuthor(doc, this.base)
  }

  /** The segment that has the document of a slot. */
  segmentOf(slot: number): BaseSegment | TailSegment {
    const number = this.slotMap.segmentNumberOf(slot)
    if (number === BASE_NUMBER) return this.base
    const tail = this.tails.segmentNumbered(number)
    if (tail === undefined) throw new RangeError(`slot ${slot} is not in use`)
    return tail
  }

  searchableTails(): readonly NumberedTail[] {
    this.isSearched = true
    const tails = this.tails.nonEmpty
    for (const { segment } of tails) segment.makeSearchable()
    return tails
  }

  slotOf(id: string): number {
    for (const { number, segment } of this.tails.all.toReversed()) {
      const slot = this.#slotOfDoc(number, segment, segment.docOfId(id))
      if (slot !== -1) return slot
    }
    return this.#slotOfDoc(BASE_NUMBER, this.base, this.base.docOfId(id))
  }

  /** Replaces the base, which contains all tails but the last, by a merged one. */
  swapBase(base: BaseSegment, slotMap: SlotMap): void {
    this.base = base
    this.slotMap = slotMap
    this.tails.dropFrozen()
  }

  /** The slot of a document; -1 when the slot has another document now. */
  #slotOfDoc(number: number, segment: BaseSegment | TailSegment, doc: number): number {
    if (doc === -1) return -1
    const slot = segment.slots[doc]!
    return this.slotMap.segmentNumberOf(slot) === number && this.slotMap.docOf(slot) === doc ? slot : -1
  }
}
