import { Column } from './column.ts'

/** Marks a count that is in the table of large counts. */
const LARGE = 0xffff_ffff

export interface CapturedCounts {
  counts: Uint32Array[]
  /** Pairs of slot and count for the counts of more than 32 bits. */
  large: Float64Array
}

/** A column of counts up to 2^53 - 1: 4 bytes each, and a table for the few from 2^32 - 1 on. */
export class CountColumn {
  readonly #counts: Column
  readonly #large = new Map<number, number>()

  /** @param counts become the column's own. */
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

  /** The counts of the first `size` slots; later changes do not affect them. */
  capture(size: number): CapturedCounts {
    return { counts: this.#counts.capture(size), large: Float64Array.from([...this.#large].flat()) }
  }
}
