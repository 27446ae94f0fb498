import { COUNTER_COUNT, type Counts } from './counts.ts'

const INITIAL_ROWS = 16

/**
 * Counts by place, one row for each, in the order in which the places were first set. They are numbers in two arrays,
 * as an object for each place would be copied by the garbage collector.
 */
export class ChangedCounts {
  readonly #rowByPlace = new Map<number, number>()
  #places = new Uint32Array(INITIAL_ROWS)
  #counts = new Float64Array(INITIAL_ROWS * COUNTER_COUNT)

  get size(): number {
    return this.#rowByPlace.size
  }

  get places(): Uint32Array {
    return this.#places.subarray(0, this.size)
  }

  /** The row of a place, or -1. */
  rowOf(place: number): number {
    return this.#rowByPlace.get(place) ?? -1
  }

  count(row: number, counter: number): number {
    return this.#counts[row * COUNTER_COUNT + counter]!
  }

  set(place: number, counts: Counts): void {
    let row = this.rowOf(place)
    if (row === -1) {
      row = this.size
      if (row === this.#places.length) this.#grow()
      this.#places[row] = place
      this.#rowByPlace.set(place, row)
    }
    this.#counts.set(counts, row * COUNTER_COUNT)
  }

  #grow(): void {
    const [places, counts] = [this.#places, this.#counts]
    this.#places = new Uint32Array(places.length * 2)
    this.#counts = new Float64Array(counts.length * 2)
    this.#places.set(places)
    this.#counts.set(counts)
  }
}
