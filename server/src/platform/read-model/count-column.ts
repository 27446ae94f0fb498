import { Column } from './column.ts'

/** Stands in the column for a count that is kept beside it. */
const LARGE = 0xffff_ffff

/** Counts as a snapshot keeps them. */
export interface CapturedCounts {
  counts: Uint32Array[]
  /** Slot and count of each that 32 bits do not hold, one pair after the other. */
  large: Float64Array
}

/** A column of counts up to 2^53 - 1: 4 bytes each, and the few from 2^32 - 1 on in a table beside it. */
export class CountColumn {
  readonly #counts: Column
  readonly #large = new Map<number, number>()

  /** @param counts become its own. */
  constructor(counts?: Uint32Array, large: Float64Array = new Float64Array()) {
    this.#counts = new Column(counts)
    for (let i = 0; i < large.length; i += 2) this.#large.set(large[i]!, large[i + 1]!)
  }

  get(slot: number): number {
    const count = this.#counts.get(slot)
    return count === LARGE ? (this.#large.get(slot) ?? LARGE) : count
  }

  set(slot: number, count: number): void {
    if (count >= LARGE) this.#large.set(slot, count)
    else this.#large.delete(slot)
    this.#counts.set(slot, Math.min(count, LARGE))
  }

  /** Counts of the first `size` slots as they are now, whatever is set later. */
  capture(size: number): CapturedCounts {
    return { counts: this.#counts.capture(size), large: Float64Array.from([...this.#large].flat()) }
  }
}
