import { MAX_SEGMENT_NUMBER } from './slot-map.ts'
import type { TailParts } from './tail-documents.ts'
import { TailSegment } from './tail-segment.ts'

/** The base's number in the slot map; tails have the numbers after it. */
export const BASE_NUMBER = 1
const FIRST_TAIL = BASE_NUMBER + 1

export interface NumberedTail {
  readonly number: number
  readonly segment: TailSegment
}

/** The tails of an index. Documents are put into the last one while the others are being merged. */
export class Tails {
  #tails: readonly NumberedTail[] = [{ number: FIRST_TAIL, segment: new TailSegment() }]

  get all(): readonly NumberedTail[] {
    return this.#tails
  }

  get lastTail(): NumberedTail {
    return this.#tails.at(-1)!
  }

  get segments(): TailSegment[] {
    return this.#tails.map(({ segment }) => segment)
  }

  get nonEmpty(): readonly NumberedTail[] {
    return this.#tails.filter(({ segment }) => segment.size > 0)
  }

  /** Number of documents in tails that are being merged. */
  get frozenSize(): number {
    return this.#tails.slice(0, -1).reduce((sum, { segment }) => sum + segment.size, 0)
  }

  segmentNumbered(number: number): TailSegment | undefined {
    return this.#tails.find(tail => tail.number === number)?.segment
  }

  /**
   * Begins a new last tail.
   * @returns the others, which are to be merged.
   */
  freeze(): TailParts[] {
    const { nonEmpty: filled, lastTail: last } = this
    // Even a merge without documents applies the changes of the base's columns.
    const frozen = filled.length > 0 ? filled : [last]
    const number = last.number === MAX_SEGMENT_NUMBER ? FIRST_TAIL : last.number + 1
    this.#tails = [...frozen, { number, segment: new TailSegment() }]
    return frozen.map(({ segment }) => segment.freeze())
  }

  dropFrozen(): void {
    this.#tails = [this.lastTail]
  }
}
