import { COUNTERS } from '@avatary/contract/insights'
import { type Counts, NO_COUNTS } from './counts.ts'
import { DayColumns } from './day-columns.ts'

/** Changes are merged into the columns when they exceed this number plus a sixteenth of the rows. */
const FEW_CHANGES = 1024

/** The counts of one day by the places of avatars: columns, and the changes since they were written. */
export class DayCounts {
  #columns: DayColumns
  /** Counts that override the columns. */
  readonly #changed = new Map<number, Counts>()
  #changes = 0

  /** @param columns counts to start from. */
  constructor(columns = new DayColumns()) {
    this.#columns = columns
  }

  get byteLength(): number {
    return this.#columns.byteLength
  }

  /** Adds the counts of a place to `sums`, or subtracts them. */
  addTo(sums: number[], place: number, times: 1 | -1): void {
    const counts = this.#changed.get(place)
    if (counts !== undefined) for (const [counter, count] of counts.entries()) sums[counter]! += times * count
    else {
      const row = this.#columns.rowOf(place)
      if (row !== -1) this.#columns.addRow(row, sums, times)
    }
  }

  countsOf(place: number): Counts {
    const sums = [...NO_COUNTS]
    this.addTo(sums, place, 1)
    return sums
  }

  countOf(place: number, counter: number): number {
    return this.#changed.get(place)?.[counter] ?? this.#inColumns(place, counter)
  }

  set(place: number, counts: Counts): void {
    this.#changed.set(place, counts)
    this.#changes++
  }

  /**
   * Sets the counts of many places that have none.
   * @param counts an array for each counter, in the order of `places`.
   */
  fill(places: Uint32Array, counts: readonly Counts[]): void {
    this.#columns = this.merge().with(places, counts)
  }

  /** The places with any count, ascending. */
  activePlaces(): Uint32Array {
    return this.merge().activePlaces()
  }

  /** Adds one counter of all places to their sums, or subtracts it. */
  addAll(counter: number, sums: Int32Array | Float64Array, times: 1 | -1): void {
    this.#columns.addColumn(counter, sums, times)
    for (const [place, counts] of this.#changed)
      sums[place]! += times * (counts[counter]! - this.#inColumns(place, counter))
  }

  get isMergeDue(): boolean {
    return this.#changes > FEW_CHANGES + this.#columns.rows / 16
  }

  /** Writes the changes into columns, which later changes do not alter. */
  merge(): DayColumns {
    if (this.#changes > 0) {
      const changed = [...this.#changed.values()]
      this.#columns = this.#columns.with(
        Uint32Array.from(this.#changed.keys()),
        COUNTERS.map((_, counter) => changed.map(counts => counts[counter]!)),
      )
      this.#changed.clear()
      this.#changes = 0
    }
    return this.#columns
  }

  #inColumns(place: number, counter: number): number {
    const row = this.#columns.rowOf(place)
    return row === -1 ? 0 : this.#columns.count(row, counter)
  }
}
