import { COUNTERS } from '@avatary/contract/insights'
import { runSync } from '../../kernel/in-turns.ts'
import { type Counts, NO_COUNTS } from './counts.ts'
import type { DayCounts } from './day-counts.ts'

/** Columns for every 32nd day are always kept, so that no day is more than 16 days from one. */
const GRID_DAYS = 32
/** Number of other columns that are kept; a ranking needs one to four. */
const MAX_OTHERS = 24

/** Sums over 500 days fit in 32 bits if no day has more. */
const MAX_PER_DAY = 4_000_000

export type Sums = Int32Array | Float64Array

interface SumColumn {
  readonly counter: number
  readonly since: number
  values: Sums
}

/**
 * Sums of a counter from a day on, for all avatars; a window is the difference of two such columns. A new column is
 * computed from the nearest one and the days between, and every change is added to all columns that contain its day.
 */
export class SumColumns {
  readonly #days: ReadonlyMap<number, DayCounts>
  readonly #capacity: () => number
  /** Those that are not on the grid least recently used first. */
  readonly #columns = new Map<number, SumColumn>()
  #arrayType: typeof Int32Array | typeof Float64Array = Int32Array
  #zeros: Sums = new Int32Array()
  #lastDay = -Infinity

  /** @param capacity returns the number of values of a new column, a multiple of 32. */
  constructor(days: ReadonlyMap<number, DayCounts>, capacity: () => number) {
    this.#days = days
    this.#capacity = capacity
  }

  /** No day after it has counts. */
  get lastDay(): number {
    return this.#lastDay
  }

  /** Announces that a day has counts from now on. */
  extendTo(day: number): void {
    this.#lastDay = Math.max(this.#lastDay, day)
  }

  get byteLength(): number {
    return [...this.#columns.values()].reduce((bytes, { values }) => bytes + values.byteLength, 0)
  }

  /** @returns sums by place, which callers must not modify, valid until the next change. */
  since(counter: number, day: number): Sums {
    if (day > this.#lastDay) return this.#zerosByPlace()
    const name = nameOf(counter, day)
    const column = this.#columns.get(name)
    if (column === undefined) return runSync(this.#make(counter, day))
    if (!isOnGrid(day)) {
      this.#columns.delete(name)
      this.#columns.set(name, column)
    }
    return column.values
  }

  ofPlace(place: number, sinceDay: number): number[] {
    if (sinceDay > this.#lastDay) return [...NO_COUNTS]
    const onGrid = Math.round(sinceDay / GRID_DAYS) * GRID_DAYS
    const sums = COUNTERS.map((_, counter) => this.since(counter, onGrid)[place]!)
    for (let day = sinceDay; day < onGrid; day++) this.#days.get(day)?.addTo(sums, place, 1)
    for (let day = onGrid; day < sinceDay; day++) this.#days.get(day)?.addTo(sums, place, -1)
    return sums
  }

  /** Makes the columns that are always kept, one day per step. Nothing may change between the steps. */
  *prepare(firstDay: number): Generator<void, void> {
    for (let day = Math.round(this.#lastDay / GRID_DAYS) * GRID_DAYS; day >= firstDay; day -= GRID_DAYS)
      for (const counter of COUNTERS.keys())
        if (!this.#columns.has(nameOf(counter, day))) yield* this.#make(counter, day)
  }

  /** Switches to 64-bit columns if these counts need them. */
  widenFor(counts: Iterable<number>): void {
    if (this.#arrayType === Float64Array) return
    let largestSum = 0
    for (const count of counts) largestSum = Math.max(largestSum, Math.abs(count))
    if (largestSum <= MAX_PER_DAY) return
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
    for (const { counter, since, values } of this.#columns.values()) {
      const by = change[counter]!
      if (by !== 0 && since <= day) values[place]! += by
    }
  }

  deleteBefore(day: number): void {
    for (const [name, { since }] of this.#columns) if (since < day) this.#columns.delete(name)
  }

  clear(): void {
    this.#columns.clear()
  }

  /** Makes and keeps a column; yields after each day that it adds or subtracts. */
  *#make(counter: number, since: number): Generator<void, Sums> {
    const nearestSums = this.#nearest(counter, since)
    // While columns are growing, the nearest one may be longer than the free one and than the capacity.
    const length = Math.max(this.#capacity(), nearestSums.values?.length ?? 0)
    const freeSums = isOnGrid(since) ? undefined : this.#takeOldest()
    const values = freeSums?.length === length ? freeSums : new this.#arrayType(length)
    if (nearestSums.values === undefined) values.fill(0)
    else values.set(nearestSums.values)
    for (let day = since; day < nearestSums.since; day++) {
      this.#days.get(day)?.addAll(counter, values, 1)
      yield
    }
    for (let day = nearestSums.since; day < since; day++) {
      this.#days.get(day)?.addAll(counter, values, -1)
      yield
    }
    this.#columns.set(nameOf(counter, since), { counter, since, values })
    return values
  }

  #zerosByPlace(): Sums {
    if (this.#zeros.length < this.#capacity()) this.#zeros = new Int32Array(this.#capacity())
    return this.#zeros
  }

  /** The nearest column of the same counter, or the end of the last day, where all sums are 0. */
  #nearest(counter: number, sinceDay: number): { since: number; values?: Sums } {
    let nearestSums: { since: number; values?: Sums } = { since: this.#lastDay + 1 }
    for (const column of this.#columns.values())
      if (
        column.counter === counter &&
        Math.abs(column.since - sinceDay) < Math.abs(nearestSums.since - sinceDay)
      )
        nearestSums = column
    return nearestSums
  }

  /** Takes the array of the least recently used column if there are as many as allowed. */
  #takeOldest(): Sums | undefined {
    const others = [...this.#columns].filter(([, { since }]) => !isOnGrid(since))
    if (others.length < MAX_OTHERS) return undefined
    const [name, { values }] = others[0]!
    this.#columns.delete(name)
    return values
  }
}

function nameOf(counter: number, sinceDay: number): number {
  return sinceDay * COUNTERS.length + counter
}

function isOnGrid(day: number): boolean {
  return day % GRID_DAYS === 0
}
