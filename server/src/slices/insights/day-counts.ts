import { type Counts, NO_COUNTS } from './counts.ts'
import { DayColumns } from './day-columns.ts'

/** Changes are written into columns when there are this many, and a sixteenth of the rows more. */
const FEW_CHANGES = 1024

/** A day as no later change touches it. */
export interface CapturedDay {
  columns: DayColumns
  /** Counts that are too large for the columns, by place. */
  large: ReadonlyMap<number, Counts>
}

/**
 * The counts of one day, by the places of avatars: columns, and beside them the changes since they were written and the
 * rare counts that are too large for them.
 */
export class DayCounts {
  #columns: DayColumns
  /** These hold, whatever the columns say of their places. */
  readonly #changed: Map<number, Counts>
  #changes = 0

  /** @param day the counts until now; nothing without it. */
  constructor(day?: CapturedDay) {
    this.#columns = day?.columns ?? new DayColumns(new Uint32Array(), new Uint8Array())
    this.#changed = new Map(day?.large)
  }

  get byteLength(): number {
    return this.#columns.byteLength
  }

  /** Adds the counts of a place to `sums`, `times` over. */
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

  /** Adds one counter of all places to their sums, `times` over. */
  addAll(counter: number, sums: Int32Array | Float64Array, times: 1 | -1): void {
    this.#columns.addColumn(counter, sums, times)
    for (const [place, counts] of this.#changed)
      sums[place]! += times * (counts[counter]! - this.#inColumns(place, counter))
  }

  /** True when enough changed to write the columns anew. */
  get isMergeDue(): boolean {
    return this.#changes > FEW_CHANGES + this.#columns.rows / 16
  }

  /** Writes the columns anew with all that changed. */
  merge(): CapturedDay {
    if (this.#changes > 0) this.#merge()
    return { columns: this.#columns, large: new Map(this.#changed) }
  }

  #merge(): void {
    this.#columns = this.#columns.withPlaces([...this.#changed.keys()])
    for (const [place, counts] of this.#changed)
      if (this.#columns.setRow(this.#columns.rowOf(place), counts)) this.#changed.delete(place)
    this.#changes = 0
  }

  #inColumns(place: number, counter: number): number {
    const row = this.#columns.rowOf(place)
    return row === -1 ? 0 : this.#columns.count(row, counter)
  }
}
