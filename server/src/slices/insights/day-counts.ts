import { COUNTERS } from '@avatary/contract/insights'
import { type Counts, isZero, NO_COUNTS } from './counts.ts'
import { DayColumns } from './day-columns.ts'

/** Changes are merged into the columns once there are more than this, plus a sixteenth of the rows. */
const FEW_CHANGES = 1024

/** The counts of one day by the avatars' places: columns, and changes that are not merged yet. */
export class DayCounts {
  #columns: DayColumns
  /** Counts that override those in the columns. */
  readonly #changed = new Map<number, Counts>()

  /** @param columns the initial counts. */
  constructor(columns = new DayColumns()) {
    this.#columns = columns
  }

  get byteLength(): number {
    return this.#columns.byteLength
  }

  /** Adds the counts of a place to `sums`, or subtracts them if `times` is -1. */
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
   * Sets the counts of many places that have none yet. Nothing may change between the steps.
   * @param counts one array per counter, in the order of `places`.
   */
  *fill(places: Uint32Array, counts: readonly Counts[]): Generator<void, void> {
    yield* this.merge()
    this.#columns = yield* this.#columns.with(places, counts)
  }

  /** The places that have a count other than 0. */
  activePlaces(): Uint32Array {
    const written = this.#columns.activePlaces()
    if (this.#changed.size === 0) return written
    const changed = [...this.#changed].filter(([, counts]) => !isZero(counts))
    return Uint32Array.from([
      ...written.filter(place => !this.#changed.has(place)),
      ...changed.map(([place]) => place),
    ])
  }

  /** Adds one counter of all places to their sums, or subtracts it if `times` is -1. */
  addAll(counter: number, sums: Int32Array | Float64Array, times: 1 | -1): void {
    this.#columns.addColumn(counter, sums, times)
    for (const [place, counts] of this.#changed)
      sums[place]! += times * (counts[counter]! - this.#inColumns(place, counter))
  }

  get isMergeDue(): boolean {
    return this.#changed.size > FEW_CHANGES + this.#columns.rows / 16
  }

  /**
   * Merges the changes into the columns, one counter per step. Counts may change between the steps.
   * @returns columns with the counts at the time of the call, which later changes do not affect.
   */
  merge(): Generator<void, DayColumns> {
    return this.#merged(this.#columns, [...this.#changed])
  }

  *#merged(columns: DayColumns, changed: readonly [number, Counts][]): Generator<void, DayColumns> {
    if (changed.length === 0) return columns
    const places = Uint32Array.from(changed, ([place]) => place)
    const byCounter = COUNTERS.map((_, counter) => changed.map(([, counts]) => counts[counter]!))
    const merged = yield* columns.with(places, byCounter)
    // Another merge of the same columns, with later changes, may have finished in the meantime.
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
