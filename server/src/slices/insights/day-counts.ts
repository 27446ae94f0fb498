import { COUNTERS } from '@avatary/contract/insights'
import { type Counts, isZero, NO_COUNTS } from './counts.ts'
import { DayColumns } from './day-columns.ts'

/** Changes are merged into the columns when they exceed this number plus a sixteenth of the rows. */
const FEW_CHANGES = 1024

/** The counts of one day by the places of avatars: columns, and the changes since they were written. */
export class DayCounts {
  #columns: DayColumns
  /** Counts that override the columns. */
  readonly #changed = new Map<number, Counts>()

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
  }

  /**
   * Sets the counts of many places that have none, in steps between which nothing may change.
   * @param counts an array for each counter, in the order of `places`.
   */
  *fill(places: Uint32Array, counts: readonly Counts[]): Generator<void, void> {
    yield* this.merge()
    this.#columns = yield* this.#columns.with(places, counts)
  }

  /** The places with any count. */
  activePlaces(): Uint32Array {
    const written = this.#columns.activePlaces()
    if (this.#changed.size === 0) return written
    const changed = [...this.#changed].filter(([, counts]) => !isZero(counts))
    return Uint32Array.from([
      ...written.filter(place => !this.#changed.has(place)),
      ...changed.map(([place]) => place),
    ])
  }

  /** Adds one counter of all places to their sums, or subtracts it. */
  addAll(counter: number, sums: Int32Array | Float64Array, times: 1 | -1): void {
    this.#columns.addColumn(counter, sums, times)
    for (const [place, counts] of this.#changed)
      sums[place]! += times * (counts[counter]! - this.#inColumns(place, counter))
  }

  get isMergeDue(): boolean {
    return this.#changed.size > FEW_CHANGES + this.#columns.rows / 16
  }

  /**
   * Writes the changes into columns, one counter in each step. Counts may change between the steps.
   * @returns columns with the counts at the time of the call, which later changes do not alter.
   */
  merge(): Generator<void, DayColumns> {
    return this.#merged(this.#columns, [...this.#changed])
  }

  *#merged(columns: DayColumns, changed: readonly [number, Counts][]): Generator<void, DayColumns> {
    if (changed.length === 0) return columns
    const places = Uint32Array.from(changed, ([place]) => place)
    const byCounter = COUNTERS.map((_, counter) => changed.map(([, counts]) => counts[counter]!))
    const merged = yield* columns.with(places, byCounter)
    // Another merge of the same columns may have ended meanwhile, with later changes.
    if (this.#columns === columns) {
      this.#columns = merged
      for (const [place, counts] of changed)
        if (this.#changed.get(place) === counts) this.#changed.delete(place)
    }
    return merged
  }

  #inColumns(place: number, counter: number): number {
    const row = this.#columns.rowOf(place)
    return row === -1 ? 0 : this.#columns.count(row, counter)
  }
}
