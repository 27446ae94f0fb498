import { COUNTERS } from '@avatary/contract/insights'
import { ChangedCounts } from './changed-counts.ts'
import { type Counts, isZero, NO_COUNTS } from './counts.ts'
import { DayColumns } from './day-columns.ts'

/** Changes are merged into the columns once there are more than this, plus a quarter of the rows. */
const FEW_CHANGES = 1024

/** The counts of one day by the avatars' places: columns, and changes that are not merged yet. */
export class DayCounts {
  #columns: DayColumns
  /** Counts that override those in the columns and in `#merging`. */
  #changed = new ChangedCounts()
  /** Counts that a merge is writing or has to write, oldest first; they no longer change. */
  #merging: readonly ChangedCounts[] = []

  /** @param columns the initial counts. */
  constructor(columns = new DayColumns()) {
    this.#columns = columns
  }

  get byteLength(): number {
    return this.#columns.byteLength
  }

  /** Adds the counts of a place to `sums`, or subtracts them if `times` is -1. */
  addTo(sums: number[], place: number, times: 1 | -1): void {
    const changes = this.#changesOf(place)
    if (changes !== null) {
      const row = changes.rowOf(place)
      for (let counter = 0; counter < COUNTERS.length; counter++)
        sums[counter]! += times * changes.count(row, counter)
    } else {
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
    const changes = this.#changesOf(place)
    return changes === null ? this.#inColumns(place, counter) : changes.count(changes.rowOf(place), counter)
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
    this.#columns = yield* this.#columns.with(places, (row, counter) => counts[counter]![row]!)
  }

  /** The places that have a count other than 0. */
  activePlaces(): Uint32Array {
    const placesInColumns = this.#columns.activePlaces()
    const changedPlaces = new Set(this.#changes().flatMap(({ places }) => [...places]))
    if (changedPlaces.size === 0) return placesInColumns
    return Uint32Array.from([
      ...placesInColumns.filter(place => !changedPlaces.has(place)),
      ...changedPlaces.values().filter(place => !isZero(this.countsOf(place))),
    ])
  }

  /** Adds one counter of all places to their sums, or subtracts it if `times` is -1. */
  addAll(counter: number, sums: Int32Array | Float64Array, times: 1 | -1): void {
    this.#columns.addColumn(counter, sums, times)
    const all = this.#changes()
    for (const [i, changes] of all.entries()) {
      const { places } = changes
      for (let row = 0; row < places.length; row++) {
        const place = places[row]!
        const earlierCounts = all.slice(0, i).findLast(each => each.rowOf(place) !== -1)
        const countBefore =
          earlierCounts?.count(earlierCounts.rowOf(place), counter) ?? this.#inColumns(place, counter)
        sums[place]! += times * (changes.count(row, counter) - countBefore)
      }
    }
  }

  get isMergeDue(): boolean {
    const changedCount = this.#changes().reduce((sum, { size }) => sum + size, 0)
    return changedCount > FEW_CHANGES + this.#columns.rows / 4
  }

  /**
   * Merges the changes into the columns in short steps. Counts may change between the steps.
   * @returns columns with the counts at the time of the call, which later changes do not affect.
   */
  merge(): Generator<void, DayColumns> {
    this.#merging = this.#changes()
    this.#changed = new ChangedCounts()
    return this.#merged(this.#columns, this.#merging)
  }

  *#merged(columns: DayColumns, merging: readonly ChangedCounts[]): Generator<void, DayColumns> {
    let mergedColumns = columns
    for (const changes of merging)
      mergedColumns = yield* mergedColumns.with(changes.places, (row, counter) => changes.count(row, counter))
    // Another merge of the same columns, with later changes, may have finished in the meantime.
    if (this.#columns === columns) {
      this.#columns = mergedColumns
      this.#merging = this.#merging.filter(changes => !merging.includes(changes))
    }
    return mergedColumns
  }

  /** The changes that are not merged, oldest first. */
  #changes(): readonly ChangedCounts[] {
    return this.#changed.size === 0 ? this.#merging : [...this.#merging, this.#changed]
  }

  /** The latest changes that have the place, or null. */
  #changesOf(place: number): ChangedCounts | null {
    if (this.#changed.rowOf(place) !== -1) return this.#changed
    return this.#merging.findLast(changes => changes.rowOf(place) !== -1) ?? null
  }

  #inColumns(place: number, counter: number): number {
    const row = this.#columns.rowOf(place)
    return row === -1 ? 0 : this.#columns.count(row, counter)
  }
}
