import { COUNTERS } from '@avatary/contract/insights'
import { type Counts, NO_COUNTS } from './counts.ts'
import { DayColumns } from './day-columns.ts'

/** Changes are merged into the columns when they exceed this number plus a sixteenth of the rows. */
const FEW_CHANGES = 1024

/** A day that later changes do not alter. */
export interface CapturedDay {
  columns: DayColumns
  /** Counts that are too large for the columns, by place. */
  large: ReadonlyMap<number, Counts>
}

/**
 * The counts of one day by the places of avatars: columns, the changes since they were written, and the rare counts
 * that do not fit a column.
 */
export class DayCounts {
  #columns: DayColumns
  /** Counts that override the columns. */
  readonly #changed: Map<number, Counts>
  #changes = 0

  /** @param day counts to start from. */
  constructor(day?: CapturedDay) {
    this.#columns = day?.columns ?? new DayColumns(new Uint32Array(), new Uint8Array())
    this.#changed = new Map(day?.large)
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
    this.#merge()
    this.#write(places, counts)
  }

  /** The places with any count, ascending. */
  activePlaces(): Uint32Array {
    const { columns, large } = this.merge()
    const active = columns.activeRows()
    return columns.places().filter((place, row) => active[row] === 1 || large.has(place))
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

  merge(): CapturedDay {
    this.#merge()
    return { columns: this.#columns, large: new Map(this.#changed) }
  }

  #merge(): void {
    if (this.#changes === 0) return
    const changed = [...this.#changed.values()]
    const places = Uint32Array.from(this.#changed.keys())
    this.#changed.clear()
    this.#changes = 0
    this.#write(
      places,
      COUNTERS.map((_, counter) => changed.map(counts => counts[counter]!)),
    )
  }

  /** Writes counts into the columns, and those that are too large for them beside them. */
  #write(places: Uint32Array, counts: readonly Counts[]): void {
    this.#columns = this.#columns.withPlaces(places)
    const rows = places.map(place => this.#columns.rowOf(place))
    for (const i of this.#columns.setRows(rows, counts))
      this.#changed.set(
        places[i]!,
        counts.map(column => column[i]!),
      )
  }

  #inColumns(place: number, counter: number): number {
    const row = this.#columns.rowOf(place)
    return row === -1 ? 0 : this.#columns.count(row, counter)
  }
}
