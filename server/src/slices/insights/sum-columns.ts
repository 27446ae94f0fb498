import { COUNTERS } from '@avatary/contract/insights'
import { runSync } from '../../kernel/run-in-turns.ts'
import { type Counts, NO_COUNTS } from './counts.ts'
import type { DayCounts } from './day-counts.ts'

/** Columns for every 32nd day are always kept, so that no day is more than 16 days from one. */
const GRID_DAYS = 32
/** Maximum number of columns for other days; a ranking needs one to four. */
const MAX_COLUMNS_OFF_GRID = 24

/** Sums over 500 days fit in 32 bits if no count of a day is greater. */
const MAX_NARROW_COUNT = 4_000_000

export type Sums = Int32Array | Float64Array

interface SumColumn {
  readonly counter: number
  readonly sinceDay: number
  values: Sums
}

/**
 * Sums of a counter from a day on, for all avatars; a window is the difference of two such columns. A new column is
 * computed from the nearest one and the days between, and every change is added to all columns that contain its day.
 */
export class SumColumns {
  readonly #days: ReadonlyMap<number, DayCounts>
  readonly #capacity: () => number
  /** Columns by `keyOf`; those that are not on the grid are least recently used first. */
  readonly #columns = new Map<number, SumColumn>()
  #arrayType: typeof Int32Array | typeof Float64Array = Int32Array
  #zeros: Sums = new Int32Array()
  #lastDay = -Infinity

  /** @param capacity returns the number of values of a new column. */
  constructor(days: ReadonlyMap<number, DayCounts>, capacity: () => number) {
    this.#days = days
    this.#capacity = capacity
  }

  /** The last day that may have counts. */
  get lastDay(): number {
    return this.#lastDay
  }

  /** Makes sums include a day that now has counts. */
  extendTo(day: number): void {
    this.#lastDay = Math.max(this.#lastDay, day)
  }

  get byteLength(): number {
    return [...this.#columns.values()].reduce((bytes, { values }) => bytes + values.byteLength, 0)
  }

  /** @returns sums by place, which callers must not modify, valid until the next change. */
  since(counter: number, day: number): Sums {
    if (day > this.#lastDay) return this.#zerosByPlace()
    const columnKey = keyOf(counter, day)
    const column = this.#columns.get(columnKey)
    if (column === undefined) return runSync(this.#make(counter, day))
    if (!isOnGrid(day)) {
      this.#columns.delete(columnKey)
      this.#columns.set(columnKey, column)
    }
    return column.values
  }

  ofPlace(place: number, sinceDay: number): number[] {
    if (sinceDay > this.#lastDay) return [...NO_COUNTS]
    const gridDay = Math.round(sinceDay / GRID_DAYS) * GRID_DAYS
    const sums = COUNTERS.map((_, counter) => this.since(counter, gridDay)[place]!)
    for (let day = sinceDay; day < gridDay; day++) this.#days.get(day)?.addTo(sums, place, 1)
    for (let day = gridDay; day < sinceDay; day++) this.#days.get(day)?.addTo(sums, place, -1)
    return sums
  }

  /** Makes the columns that are always kept, one day per step. Nothing may change between the steps. */
  *prepare(firstDay: number): Generator<void, void> {
    for (let day = Math.round(this.#lastDay / GRID_DAYS) * GRID_DAYS; day >= firstDay; day -= GRID_DAYS)
      for (const counter of COUNTERS.keys())
        if (!this.#columns.has(keyOf(counter, day))) yield* this.#make(counter, day)
  }

  /** Switches to 64-bit columns if these counts need them. */
  widenFor(counts: Iterable<number>): void {
    if (this.#arrayType === Float64Array) return
    let largestSum = 0
    for (const count of counts) largestSum = Math.max(largestSum, Math.abs(count))
    if (largestSum <= MAX_NARROW_COUNT) return
    this.#arrayType = Float64Array
    this.clear()
  }

  /** Makes room for more places, with sums of 0, one column per step. Sums may change between the steps. */
  *grow(capacity: number): Generator<void, void> {
    for (const column of this.#columns.values()) {
      if (column.values.length >= capacity) continue
      const values = new this.#arrayType(capacity)
      values.set(column.values)
      column.values = values
      yield
    }
  }

  /** Adds a day's change of all counters to the sums of a place. */
  add(place: number, day: number, change: Counts): void {
    for (const { counter, sinceDay, values } of this.#columns.values()) {
      const amount = change[counter]!
      if (amount !== 0 && sinceDay <= day) values[place]! += amount
    }
  }

  deleteBefore(day: number): void {
    for (const [name, { sinceDay }] of this.#columns) if (sinceDay < day) this.#columns.delete(name)
  }

  clear(): void {
    this.#columns.clear()
  }

  /** Makes and keeps a column; yields after each day that it adds or subtracts. */
  *#make(counter: number, sinceDay: number): Generator<void, Sums> {
    const nearestSums = this.#nearestColumn(counter, sinceDay)
    // While columns are growing, the nearest one may be longer than the reused one and than the capacity.
    const length = Math.max(this.#capacity(), nearestSums.values?.length ?? 0)
    const reusedSums = isOnGrid(sinceDay) ? undefined : this.#takeLeastRecent()
    const values = reusedSums?.length === length ? reusedSums : new this.#arrayType(length)
    if (nearestSums.values === undefined) values.fill(0)
    else values.set(nearestSums.values)
    for (let day = sinceDay; day < nearestSums.sinceDay; day++) {
      this.#days.get(day)?.addAll(counter, values, 1)
      yield
    }
    for (let day = nearestSums.sinceDay; day < sinceDay; day++) {
      this.#days.get(day)?.addAll(counter, values, -1)
      yield
    }
    this.#columns.set(keyOf(counter, sinceDay), { counter, sinceDay, values })
    return values
  }

  #zerosByPlace(): Sums {
    if (this.#zeros.length < this.#capacity()) this.#zeros = new Int32Array(this.#capacity())
    return this.#zeros
  }

  /** The nearest column of the same counter, or the end of the last day, where all sums are 0. */
  #nearestColumn(counter: number, sinceDay: number): { sinceDay: number; values?: Sums } {
    let nearestSums: { sinceDay: number; values?: Sums } = { sinceDay: this.#lastDay + 1 }
    for (const column of this.#columns.values())
      if (
        column.counter === counter &&
        Math.abs(column.sinceDay - sinceDay) < Math.abs(nearestSums.sinceDay - sinceDay)
      )
        nearestSums = column
    return nearestSums
  }

  /** Takes the array of the least recently used column if there are as many as allowed. */
  #takeLeastRecent(): Sums | undefined {
    const columnsOffGrid = [...this.#columns].filter(([, { sinceDay }]) => !isOnGrid(sinceDay))
    if (columnsOffGrid.length < MAX_COLUMNS_OFF_GRID) return undefined
    const [name, { values }] = columnsOffGrid[0]!
    this.#columns.delete(name)
    return values
  }
}

function keyOf(counter: number, sinceDay: number): number {
  return sinceDay * COUNTERS.length + counter
}

function isOnGrid(day: number): boolean {
  return day % GRID_DAYS === 0
}
