import { ChangedCounts } from './changed-counts.ts'
import { COUNTER_COUNT, type Counts, isZero, NO_COUNTS } from './counts.ts'
import { DayColumns } from './day-columns.ts'

/** Changes are merged into the columns once there are more of them than this plus a quarter of the rows. */
const MAX_UNMERGED_CHANGES = 1024

/** The counts of one day by the avatars' places: columns, and changes that are not merged yet. */
export class DayCounts {
  #columns: DayColumns
  /** Counts that replace those in the columns and in `#oldChanges`. */
  #newChanges = new ChangedCounts()
  /** Counts that a merge is writing or has to write, oldest first; they do not change any more. */
  #oldChanges: readonly ChangedCounts[] = []

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
      for (let counter = 0; counter < COUNTER_COUNT; counter++)
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
    return changes === null ? this.#mergedCount(place, counter) : changes.count(changes.rowOf(place), counter)
  }

  set(place: number, counts: Counts): void {
    this.#newChanges.set(place, counts)
  }

  /**
   * Sets the counts of many places that have none yet. Nothing may change between the steps.
   * @param counts one array per counter, in the order of `places`.
   */
  *fill(places: Uint32Array, counts: readonly Counts[]): Generator<void, void> {
    yield* this.merge()
    this.#columns = yield* this.#columns.copyWith(places, (row, counter) => counts[counter]![row]!)
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
    const allChanges = this.#changes()
    for (const [i, changes] of allChanges.entries()) {
      const { places } = changes
      for (let row = 0; row < places.length; row++) {
        const place = places[row]!
        const earlierCounts = allChanges.slice(0, i).findLast(each => each.rowOf(place) !== -1)
        const countBefore =
          earlierCounts?.count(earlierCounts.rowOf(place), counter) ?? this.#mergedCount(place, counter)
        sums[place]! += times * (changes.count(row, counter) - countBefore)
      }
    }
  }

  get isMergeDue(): boolean {
    const changedCount = this.#changes().reduce((sum, { size }) => sum + size, 0)
    return changedCount > MAX_UNMERGED_CHANGES + this.#columns.rowCount / 4
  }

  /**
   * Merges the changes into the columns in short steps. Counts may change between the steps.
   * @returns columns with the counts at the time of the call, which later changes do not affect.
   */
  merge(): Generator<void, DayColumns> {
    this.#oldChanges = this.#changes()
    this.#newChanges = new ChangedCounts()
    return this.#mergeInto(this.#columns, this.#oldChanges)
  }

  *#mergeInto(columns: DayColumns, oldChanges: readonly ChangedCounts[]): Generator<void, DayColumns> {
    let mergedColumns = columns
    for (const changes of oldChanges)
      mergedColumns = yield* mergedColumns.copyWith(changes.places, (i, counter) => changes.count(i, counter))
    // Another merge of the same columns, with later changes, may have finished in the meantime.
    if (this.#columns === columns) {
      this.#columns = mergedColumns
      this.#oldChanges = this.#oldChanges.filter(changes => !oldChanges.includes(changes))
    }
    return mergedColumns
  }

  /** The changes that are not merged, oldest first. */
  #changes(): readonly ChangedCounts[] {
    return this.#newChanges.size === 0 ? this.#oldChanges : [...this.#oldChanges, this.#newChanges]
  }

  /** The latest changes that have the place, or null. */
  #changesOf(place: number): ChangedCounts | null {
    if (this.#newChanges.rowOf(place) !== -1) return this.#newChanges
    return this.#oldChanges.findLast(changes => changes.rowOf(place) !== -1) ?? null
  }

  #mergedCount(place: number, counter: number): number {
    const row = this.#columns.rowOf(place)
    return row === -1 ? 0 : this.#columns.count(row, counter)
  }
}
