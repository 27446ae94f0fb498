import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { runSync } from '../../kernel/run-in-turns.ts'
import {
  type ActiveDay,
  COUNTER_COUNT,
  type Counts,
  type EarlierCounts,
  isZero,
  NO_COUNTS,
  sum,
} from './counts.ts'
import type { DayColumns } from './day-columns.ts'
import { DayCounts } from './day-counts.ts'
import { type LifetimeColumns, LifetimeCounts } from './lifetime-counts.ts'
import { capacityFor, Places } from './places.ts'
import { SumColumns, type Sums } from './sum-columns.ts'

/** The counts of one avatar. */
export interface History {
  /** Kept days with activity, ascending. */
  days: readonly ActiveDay[]
  totals: Counts
  activeDays: number
  firstDay: number | null
  lastDay: number | null
}

export const NO_HISTORY: History = {
  days: [],
  totals: NO_COUNTS,
  activeDays: 0,
  firstDay: null,
  lastDay: null,
}

/** Filling the counts of so many avatars takes some milliseconds. */
const KEYS_PER_STEP = 8000
/** The columns grow when a smaller part of the places is free. */
const MIN_FREE_PART = 1 / 32

export interface CapturedColumns extends LifetimeColumns {
  /** `CatalogRecord.key`s by place. */
  keys: Uint32Array
}

/** A copy of all histories, which later changes do not affect. */
export interface CapturedHistories {
  firstKeptDay: number
  columns: CapturedColumns
  days: ReadonlyMap<number, DayColumns>
}

/**
 * The counts of all avatars in memory: per day as far back as windows reach, and as sums of all time. Each avatar has a
 * place, an index from 0 that never changes.
 */
export class Histories {
  #places = new Places()
  readonly #days = new Map<number, DayCounts>()
  readonly #sums = new SumColumns(this.#days, () => this.#places.capacity)
  readonly #lifetimes = new LifetimeCounts()
  #firstKeptDay = 0
  #version = 0
  #loadVersion = 0

  get size(): number {
    return this.#places.size
  }

  /** Increases with every change. Answers for the same version and day are equal. */
  get version(): number {
    return this.#version
  }

  /** Increases by one when an avatar gets its first activity or loses its last, but also with `loadVersion`. */
  get activeVersion(): number {
    return this.#lifetimes.activeVersion
  }

  /** Increases when many avatars get or lose activity at once. */
  get loadVersion(): number {
    return this.#loadVersion
  }

  get firstKeptDay(): number {
    return this.#firstKeptDay
  }

  get byteLength(): number {
    const parts = [this.#places, this.#lifetimes, ...this.#days.values(), this.#sums]
    return parts.reduce((bytes, { byteLength }) => bytes + byteLength, 0)
  }

  /** The place of the avatar with a `CatalogRecord.key`, or -1. */
  placeOf(key: number): number {
    return this.#places.placeOf(key)
  }

  /** `CatalogRecord.key`s by place. */
  get keys(): Uint32Array {
    return this.#places.keys
  }

  /** True when some day has a count other than 0. */
  isActive(place: number): boolean {
    return this.#lifetimes.isActive(place)
  }

  /**
   * Replaces the counts of an avatar on a day.
   * @throws RangeError when the day is before the first kept one.
   */
  set(key: number, day: number, counts: Counts): void {
    const place = this.#placeFor(key)
    this.#replace(place, day, this.#days.get(day)?.countsOf(place) ?? NO_COUNTS, counts)
  }

  /**
   * Adds to the counts of many avatars on a day.
   * @param changes one number per counter for each key.
   * @throws RangeError when the day is before the first kept one.
   */
  add(day: number, keys: readonly number[], changes: Float64Array): void {
    const dayCounts = this.#dayFor(day)
    for (const [i, key] of keys.entries()) {
      const place = this.#placeFor(key)
      const countsBefore = dayCounts.countsOf(place)
      const counts = countsBefore.map((count, counter) => count + changes[i * COUNTER_COUNT + counter]!)
      this.#replace(place, day, countsBefore, counts)
    }
  }

  #replace(place: number, day: number, countsBefore: Counts, counts: Counts): void {
    const change = counts.map((count, counter) => count - countsBefore[counter]!)
    if (isZero(change)) return
    this.#dayFor(day).set(place, counts)
    this.#lifetimes.add(place, change, Number(isZero(countsBefore)) - Number(isZero(counts)))
    this.#sums.widenFor(counts)
    this.#sums.add(place, day, change)
    this.#version++
  }

  /**
   * Sets the counts of many avatars that have none on a day yet, much faster than one by one. Nothing may be read or
   * changed between the steps.
   * @param counts one array per counter, in the order of `keys`.
   * @throws RangeError when the day is before the first kept one.
   */
  *fill(day: number, keys: readonly number[], counts: readonly Counts[]): Generator<void, void> {
    const dayCounts = this.#dayFor(day)
    const places = new Uint32Array(keys.length)
    const countsOfPlace = [...NO_COUNTS]
    for (let start = 0; start < keys.length; start += KEYS_PER_STEP) {
      const end = Math.min(start + KEYS_PER_STEP, keys.length)
      for (let i = start; i < end; i++) {
        const place = this.#placeFor(keys[i]!)
        places[i] = place
        for (let counter = 0; counter < COUNTER_COUNT; counter++)
          countsOfPlace[counter] = counts[counter]![i]!
        this.#sums.widenFor(countsOfPlace)
        this.#lifetimes.add(place, countsOfPlace, Number(!isZero(countsOfPlace)))
      }
      yield
    }
    yield* dayCounts.fill(places, counts)
    this.#sums.clear()
    this.#version++
    this.#loadVersion++
  }

  /** Replaces the counts of an avatar before the kept days. */
  setEarlier(key: number, earlier: EarlierCounts): void {
    const place = this.#placeFor(key)
    const keptSums = this.#sums.ofPlace(place, this.#firstKeptDay)
    this.#lifetimes.setEarlier(place, sum(keptSums, earlier.counts), earlier)
    this.#version++
  }

  /** Drops the days before `firstKeptDay`; their counts stay in the sums of all time. */
  dropBefore(firstKeptDay: number): void {
    for (; this.#firstKeptDay < firstKeptDay; this.#firstKeptDay++) {
      const day = this.#firstKeptDay
      for (const place of this.#days.get(day)?.activePlaces() ?? []) this.#lifetimes.makeEarlier(place, day)
      this.#days.delete(day)
    }
    this.#sums.deleteBefore(firstKeptDay)
  }

  /** Sums over the days `from` to `to`, inclusive. */
  countsOf(place: number, from: number, to: number): number[] {
    return this.countsBetween(place, [from, to + 1])[0]!
  }

  /** Sums over the time from each of some days, ascending, until the next of them. */
  countsBetween(place: number, days: readonly number[]): number[][] {
    const sumsSinceDays = days.map(day => this.#sums.ofPlace(place, day))
    return sumsSinceDays
      .slice(1)
      .map((laterSums, i) => laterSums.map((sum, counter) => sumsSinceDays[i]![counter]! - sum))
  }

  countOn(place: number, counter: number, day: number): number {
    return this.#days.get(day)?.countOf(place, counter) ?? 0
  }

  /** Sums of all time. */
  totalsOf(place: number): number[] {
    return this.#lifetimes.totalsOf(place)
  }

  historyOf(place: number): History {
    const days: ActiveDay[] = []
    for (let day = this.#firstKeptDay; day <= this.#sums.lastDay; day++) {
      const counts = this.#days.get(day)?.countsOf(place) ?? NO_COUNTS
      if (!isZero(counts)) days.push({ day, counts })
    }
    const { activeDays, firstDay, lastDay } = this.#lifetimes.earlierOf(place)
    return {
      days,
      totals: this.totalsOf(place),
      activeDays: activeDays + days.length,
      firstDay: firstDay || (days[0]?.day ?? null),
      lastDay: days.at(-1)?.day ?? (lastDay || null),
    }
  }

  /**
   * The sums of one counter, by place, from the start of a day on. The difference of two is a window.
   * @returns an array that callers must not modify, valid until the next change.
   */
  sumsSince(counter: number, day: number): Sums {
    return this.#sums.since(counter, day)
  }

  /** Computes step by step the sums that windows need, so that the first request need not wait for them. */
  prepareSums(): Iterator<void, void> {
    return this.#sums.prepare(this.#firstKeptDay)
  }

  clear(): void {
    this.#places = new Places()
    this.#days.clear()
    this.#sums.clear()
    this.#lifetimes.clear()
    this.#firstKeptDay = 0
    this.#version++
    this.#loadVersion++
  }

  /**
   * Merges the changes of days that have gathered enough, and makes room for more avatars in advance, in short steps.
   * Histories may change between the steps.
   */
  *mergeChanges(): Generator<void, void> {
    for (const day of this.#days.values()) if (day.isMergeDue) yield* day.merge()
    if (this.#capacity - this.size >= this.#capacity * MIN_FREE_PART) return
    const capacity = capacityFor(this.#capacity)
    yield* this.#sums.grow(capacity)
    if (capacity > this.#capacity) this.#grow(capacity)
  }

  /**
   * Copies all histories as of the time of the call, and merges changes, in short steps. Histories may change between
   * the steps.
   */
  capture(): Generator<void, CapturedHistories> {
    const merges = Array.from(this.#days, ([day, counts]) => [day, counts.merge()] as const)
    return completeCapture(this.#firstKeptDay, this.keys, this.#lifetimes.capture(this.size), merges)
  }

  /** Replaces everything by a result of `capture`, whose columns it takes over. */
  restore({ firstKeptDay, columns, days }: CapturedHistories): void {
    this.clear()
    this.#firstKeptDay = firstKeptDay
    this.#places = new Places(columns.keys)
    this.#lifetimes.restore(columns)
    this.#lifetimes.makeRoom(this.#capacity)
    for (const [day, columns] of days) {
      this.#days.set(day, new DayCounts(columns))
      this.#sums.extendTo(day)
      this.#sums.widenFor(columns.largeCounts)
    }
  }

  /** Number of places for which the columns have room. */
  get #capacity(): number {
    return this.#places.capacity
  }

  #dayFor(day: number): DayCounts {
    if (day < this.#firstKeptDay) throw new RangeError(`Day ${day} is before ${this.#firstKeptDay}`)
    this.#sums.extendTo(day)
    return getOrInsert(this.#days, day, () => new DayCounts())
  }

  #placeFor(key: number): number {
    const knownPlace = this.placeOf(key)
    if (knownPlace !== -1) return knownPlace
    if (this.size === this.#capacity) this.#grow(capacityFor(this.size + 1))
    this.#lifetimes.makeRoom(this.size + 1)
    return this.#places.add(key)
  }

  #grow(capacity: number): void {
    this.#places.grow(capacity)
    this.#lifetimes.makeRoom(capacity)
    runSync(this.#sums.grow(capacity))
  }
}

/** Completes the copies of all columns and days, one after the other. */
function* completeCapture(
  firstKeptDay: number,
  keys: Uint32Array,
  copy: Generator<void, LifetimeColumns>,
  merges: readonly (readonly [number, Generator<void, DayColumns>])[],
): Generator<void, CapturedHistories> {
  const columns = { keys, ...(yield* copy) }
  const days = new Map<number, DayColumns>()
  for (const [day, merge] of merges) days.set(day, yield* merge)
  return { firstKeptDay, columns, days }
}
