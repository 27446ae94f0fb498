import { COUNTERS } from '@avatary/contract/insights'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import { runSync } from '../../kernel/in-turns.ts'
import { type ActiveDay, type Counts, type EarlierCounts, isZero, NO_COUNTS, sum } from './counts.ts'
import type { DayColumns } from './day-columns.ts'
import { DayCounts } from './day-counts.ts'
import { PAGE, type PlaceColumns, PlacePages } from './place-pages.ts'
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

const WIDTH = COUNTERS.length
/** With six counters each, this takes some milliseconds. */
const FILLED_PER_STEP = 8000
/** The columns grow when less than this fraction (1/n) of the places is free. */
const SPARE_PART = 32

/** Columns of all places. */
export interface CapturedColumns extends PlaceColumns {
  /** `CatalogRecord.key`. */
  keys: Uint32Array
}

/** A copy of all histories, which later changes do not affect. */
export interface CapturedHistories {
  firstKept: number
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
  readonly #sums = new SumColumns(this.#days)
  #columns = new PlacePages()
  #firstKept = 0
  #version = 0
  #activeVersion = 0
  #loads = 0

  get size(): number {
    return this.#places.size
  }

  /** Increases with every change. Answers for the same version and day are equal. */
  get version(): number {
    return this.#version
  }

  /** Increases by one when an avatar gets its first activity or loses its last, but also with `loads`. */
  get activeVersion(): number {
    return this.#activeVersion
  }

  /** Increases when many avatars get or lose activity at once. */
  get loads(): number {
    return this.#loads
  }

  get firstKept(): number {
    return this.#firstKept
  }

  get byteLength(): number {
    const parts = [this.#places, this.#columns, ...this.#days.values(), this.#sums]
    return parts.reduce((bytes, { byteLength }) => bytes + byteLength, 0)
  }

  /** The place of the avatar with a `CatalogRecord.key`, or -1. */
  placeOf(key: number): number {
    return this.#places.of(key)
  }

  /** `CatalogRecord.key`s by place. */
  get keys(): Uint32Array {
    return this.#places.keys
  }

  /** True when some day has a count other than 0. */
  isActive(place: number): boolean {
    const { keptDays, earlierDays } = this.#columns.of(place)
    return keptDays[place % PAGE]! + earlierDays[place % PAGE]! > 0
  }

  /**
   * Replaces the counts of an avatar on a day.
   * @throws RangeError when the day is before the first kept one.
   */
  set(key: number, day: number, counts: Counts): void {
    const place = this.#placeFor(key)
    const countsBefore = this.#days.get(day)?.countsOf(place) ?? NO_COUNTS
    this.#change(place, day, {
      known: countsBefore,
      counts,
      change: counts.map((count, i) => count - countsBefore[i]!),
    })
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
      const change = countsBefore.map((_, counter) => changes[i * WIDTH + counter]!)
      this.#change(place, day, { known: countsBefore, counts: sum(countsBefore, change), change })
    }
  }

  #change(
    place: number,
    day: number,
    { known, counts, change }: Record<'known' | 'counts' | 'change', Counts>,
  ): void {
    if (isZero(change)) return
    this.#dayFor(day).set(place, counts)
    const { totals, keptDays } = this.#columns.toChange(place)
    const at = place % PAGE
    for (let counter = 0; counter < WIDTH; counter++) totals[at * WIDTH + counter]! += change[counter]!
    this.#sums.widenFor(counts)
    this.#sums.add(place, day, change)
    const isNew = Number(isZero(known)) - Number(isZero(counts))
    this.#setDays('keptDays', place, keptDays[at]! + isNew)
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
    for (let start = 0; start < keys.length; start += FILLED_PER_STEP) {
      const end = Math.min(start + FILLED_PER_STEP, keys.length)
      for (let i = start; i < end; i++) places[i] = this.#placeFor(keys[i]!)
      this.#addFilled(
        places.subarray(start, end),
        counts.map(column => column.slice(start, end)),
      )
      yield
    }
    yield* dayCounts.fill(places, counts)
    this.#sums.clear()
    this.#version++
    this.#activeVersion++
    this.#loads++
  }

  #addFilled(places: Uint32Array, counts: readonly Counts[]): void {
    for (const column of counts) this.#sums.widenFor(column)
    for (let i = 0; i < places.length; i++) {
      const { totals, keptDays } = this.#columns.toChange(places[i]!)
      const at = places[i]! % PAGE
      let isActive = false
      for (let counter = 0; counter < WIDTH; counter++) {
        const count = counts[counter]![i]!
        totals[at * WIDTH + counter]! += count
        isActive ||= count !== 0
      }
      keptDays[at]! += Number(isActive)
    }
  }

  /** Replaces the counts of an avatar before the kept days. */
  setEarlier(key: number, { counts, activeDays, firstDay, lastDay }: EarlierCounts): void {
    const place = this.#placeFor(key)
    const keptSums = this.#sums.ofPlace(place, this.#firstKept, this.#capacity)
    const page = this.#columns.toChange(place)
    page.totals.set(sum(keptSums, counts), (place % PAGE) * WIDTH)
    page.firstEarlier[place % PAGE] = firstDay
    page.lastEarlier[place % PAGE] = lastDay
    this.#setDays('earlierDays', place, activeDays)
    this.#version++
  }

  /** Drops the days before `firstKept`; their counts stay in the sums of all time. */
  keepFrom(firstKept: number): void {
    for (; this.#firstKept < firstKept; this.#firstKept++) {
      const day = this.#firstKept
      for (const place of this.#days.get(day)?.activePlaces() ?? []) {
        const { keptDays, earlierDays, firstEarlier, lastEarlier } = this.#columns.toChange(place)
        const at = place % PAGE
        keptDays[at]!--
        earlierDays[at]!++
        firstEarlier[at] ||= day
        lastEarlier[at] = day
      }
      this.#days.delete(day)
    }
    this.#sums.deleteBefore(firstKept)
  }

  /** Sums over the days `from` to `to`, inclusive. */
  countsOf(place: number, from: number, to: number): number[] {
    return this.countsBetween(place, [from, to + 1])[0]!
  }

  /** Sums over the time from each of some days, ascending, until the next of them. */
  countsBetween(place: number, days: readonly number[]): number[][] {
    const sumsSinceDays = days.map(day => this.#sums.ofPlace(place, day, this.#capacity))
    return sumsSinceDays
      .slice(1)
      .map((after, i) => after.map((sum, counter) => sumsSinceDays[i]![counter]! - sum))
  }

  countOn(place: number, counter: number, day: number): number {
    return this.#days.get(day)?.countOf(place, counter) ?? 0
  }

  /** Sums of all time. */
  totalsOf(place: number): number[] {
    const at = (place % PAGE) * WIDTH
    return Array.from(this.#columns.of(place).totals.subarray(at, at + WIDTH))
  }

  historyOf(place: number): History {
    const days: ActiveDay[] = []
    const { lastDay } = this.#sums
    for (let day = this.#firstKept; day <= lastDay; day++) {
      const counts = this.#days.get(day)?.countsOf(place) ?? NO_COUNTS
      if (!isZero(counts)) days.push({ day, counts })
    }
    const { earlierDays, firstEarlier, lastEarlier } = this.#columns.of(place)
    const at = place % PAGE
    return {
      days,
      totals: this.totalsOf(place),
      activeDays: earlierDays[at]! + days.length,
      firstDay: firstEarlier[at] || (days[0]?.day ?? null),
      lastDay: days.at(-1)?.day ?? (lastEarlier[at] || null),
    }
  }

  /**
   * The sums of one counter, by place, from the start of a day on. The difference of two is a window.
   * @returns an array that callers must not modify, valid until the next change.
   */
  sumsSince(counter: number, day: number): Sums {
    return this.#sums.since(counter, day, this.#capacity)
  }

  /** Computes step by step the sums that windows need, so that the first request need not wait for them. */
  prepareSums(): Iterator<void, void> {
    return this.#sums.prepare(this.#firstKept, this.#sums.lastDay, this.#capacity)
  }

  clear(): void {
    this.#places = new Places()
    this.#days.clear()
    this.#sums.clear()
    this.#columns = new PlacePages()
    this.#firstKept = 0
    this.#version++
    this.#activeVersion++
    this.#loads++
  }

  /**
   * Merges the changes of days that have gathered enough, and makes room for more avatars in advance, in short steps.
   * Histories may change between the steps.
   */
  *mergeChanges(): Generator<void, void> {
    for (const day of this.#days.values()) if (day.isMergeDue) yield* day.merge()
    if (this.#capacity - this.size >= this.#capacity / SPARE_PART) return
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
    return captured(this.#firstKept, this.keys, this.#columns.capture(this.size), merges)
  }

  /** Replaces everything by a result of `capture`, whose columns it takes over. */
  restore({ firstKept, columns, days }: CapturedHistories): void {
    this.clear()
    this.#firstKept = firstKept
    this.#places = new Places(columns.keys)
    this.#columns.restore(columns)
    this.#columns.makeRoom(this.#capacity)
    for (const [day, columns] of days) {
      this.#days.set(day, new DayCounts(columns))
      this.#sums.extendTo(day)
      this.#sums.widenFor(columns.large)
    }
  }

  /** Number of places for which the columns have room. */
  get #capacity(): number {
    return this.#places.capacity
  }

  #dayFor(day: number): DayCounts {
    if (day < this.#firstKept) throw new RangeError(`Day ${day} is before ${this.#firstKept}`)
    this.#sums.extendTo(day)
    return getOrInsert(this.#days, day, () => new DayCounts())
  }

  #placeFor(key: number): number {
    const knownPlace = this.placeOf(key)
    if (knownPlace !== -1) return knownPlace
    if (this.size === this.#capacity) this.#grow(capacityFor(this.size + 1))
    this.#columns.makeRoom(this.size + 1)
    return this.#places.add(key)
  }

  #grow(capacity: number): void {
    this.#places.grow(capacity)
    this.#columns.makeRoom(capacity)
    runSync(this.#sums.grow(capacity))
  }

  #setDays(column: 'keptDays' | 'earlierDays', place: number, days: number): void {
    const wasActive = this.isActive(place)
    this.#columns.toChange(place)[column][place % PAGE] = days
    if (this.isActive(place) !== wasActive) this.#activeVersion++
  }
}

/** Completes the copies of all columns and days, one after the other. */
function* captured(
  firstKept: number,
  keys: Uint32Array,
  copy: Generator<void, PlaceColumns>,
  merges: readonly (readonly [number, Generator<void, DayColumns>])[],
): Generator<void, CapturedHistories> {
  const columns = { keys, ...(yield* copy) }
  const days = new Map<number, DayColumns>()
  for (const [day, merge] of merges) days.set(day, yield* merge)
  return { firstKept, columns, days }
}
