import { keysOf } from '@avatary/contract/records'
import { COUNTER_COUNT, type Counts, type EarlierCounts } from './counts.ts'

/** Number of places of a page, which takes 56 KiB. */
export const PAGE_SIZE = 1024

/** Number of pages copied in a step, in less than a millisecond. */
const PAGES_PER_STEP = 16

/** Columns indexed by place. */
export interface LifetimeColumns {
  /** Sums of all time, with one number per counter for each place. */
  totals: Float64Array
  /** The number of days with activity that histories keep one by one. */
  keptDays: Uint16Array
  /** Earlier days with activity: their number, the first and the last one; 0 when there are none. */
  earlierDays: Uint16Array
  firstEarlier: Uint16Array
  lastEarlier: Uint16Array
}

/**
 * Sums of all time and numbers of days with activity, by place, in pages. So room for more places needs no copy, and a
 * copy of everything is made in steps: a page that was captured is copied before it changes.
 */
export class LifetimeCounts {
  #pages: LifetimeColumns[] = []
  /** The pages of each copy that is being made. */
  readonly #capturedPages = new Set<readonly LifetimeColumns[]>()
  #activeVersion = 0

  /** Increases by one when a place gets its first activity or loses its last, and when all are replaced. */
  get activeVersion(): number {
    return this.#activeVersion
  }

  get byteLength(): number {
    return this.#pages
      .flatMap(page => Object.values(page))
      .reduce((bytes, { byteLength }) => bytes + byteLength, 0)
  }

  /** True when some day has a count other than 0. */
  isActive(place: number): boolean {
    const { keptDays, earlierDays } = this.#pageOf(place)
    return keptDays[place % PAGE_SIZE]! + earlierDays[place % PAGE_SIZE]! > 0
  }

  totalsOf(place: number): number[] {
    const start = (place % PAGE_SIZE) * COUNTER_COUNT
    return Array.from(this.#pageOf(place).totals.subarray(start, start + COUNTER_COUNT))
  }

  /** The earlier days with activity: their number, the first and the last one; 0 when there are none. */
  earlierOf(place: number): Omit<EarlierCounts, 'counts'> {
    const { earlierDays, firstEarlier, lastEarlier } = this.#pageOf(place)
    const at = place % PAGE_SIZE
    return { activeDays: earlierDays[at]!, firstDay: firstEarlier[at]!, lastDay: lastEarlier[at]! }
  }

  /** Adds to the sums, and to the number of kept days with activity. */
  add(place: number, change: Counts, daysChange: number): void {
    const { totals, keptDays } = this.#changeablePageOf(place)
    const at = place % PAGE_SIZE
    for (let i = 0; i < COUNTER_COUNT; i++) totals[at * COUNTER_COUNT + i]! += change[i]!
    if (daysChange !== 0) this.#setDays(keptDays, place, keptDays[at]! + daysChange)
  }

  /** Replaces the earlier days, and the sums of all time by `totals`. */
  setEarlier(place: number, totals: Counts, earlier: Omit<EarlierCounts, 'counts'>): void {
    const page = this.#changeablePageOf(place)
    page.totals.set(totals, (place % PAGE_SIZE) * COUNTER_COUNT)
    page.firstEarlier[place % PAGE_SIZE] = earlier.firstDay
    page.lastEarlier[place % PAGE_SIZE] = earlier.lastDay
    this.#setDays(page.earlierDays, place, earlier.activeDays)
  }

  /** Counts a kept day with activity, which is after all earlier ones, as an earlier one. */
  makeEarlier(place: number, day: number): void {
    const { keptDays, earlierDays, firstEarlier, lastEarlier } = this.#changeablePageOf(place)
    const at = place % PAGE_SIZE
    keptDays[at]!--
    earlierDays[at]!++
    firstEarlier[at] ||= day
    lastEarlier[at] = day
  }

  makeRoom(placeCount: number): void {
    while (this.#pages.length * PAGE_SIZE < placeCount) this.#pages.push(emptyColumns(PAGE_SIZE))
  }

  /** Copies all places below `size` as of the time of the call, in steps. Pages may change between the steps. */
  capture(size: number): Generator<void, LifetimeColumns> {
    const pages = this.#pages.slice(0, Math.ceil(size / PAGE_SIZE))
    this.#capturedPages.add(pages)
    return this.#copyPages(pages, size)
  }

  *#copyPages(pages: readonly LifetimeColumns[], size: number): Generator<void, LifetimeColumns> {
    const columns = emptyColumns(pages.length * PAGE_SIZE)
    for (const [i, page] of pages.entries()) {
      copyInto(columns, page, i * PAGE_SIZE)
      if (i % PAGES_PER_STEP === PAGES_PER_STEP - 1) yield
    }
    this.#capturedPages.delete(pages)
    return partOf(columns, 0, size)
  }

  /** Replaces everything. */
  restore(columns: LifetimeColumns): void {
    this.#pages = []
    this.#activeVersion++
    this.makeRoom(columns.keptDays.length)
    for (const [i, page] of this.#pages.entries())
      copyInto(page, partOf(columns, i * PAGE_SIZE, (i + 1) * PAGE_SIZE), 0)
  }

  clear(): void {
    this.restore(emptyColumns(0))
  }

  #setDays(column: Uint16Array, place: number, days: number): void {
    const wasActive = this.isActive(place)
    column[place % PAGE_SIZE] = days
    if (this.isActive(place) !== wasActive) this.#activeVersion++
  }

  /** The page of a place, which is in it at `place % PAGE_SIZE`; callers must not modify it. */
  #pageOf(place: number): LifetimeColumns {
    return this.#pages[Math.floor(place / PAGE_SIZE)]!
  }

  /** The page of a place for a change in this turn: a copy if a capture still reads the page. */
  #changeablePageOf(place: number): LifetimeColumns {
    const [page, pageIndex] = [this.#pageOf(place), Math.floor(place / PAGE_SIZE)]
    const isCaptured =
      this.#capturedPages.size > 0 && this.#capturedPages.values().some(pages => pages[pageIndex] === page)
    if (!isCaptured) return page
    const copy = emptyColumns(PAGE_SIZE)
    copyInto(copy, page, 0)
    this.#pages[pageIndex] = copy
    return copy
  }
}

function emptyColumns(placeCount: number): LifetimeColumns {
  return {
    totals: new Float64Array(placeCount * COUNTER_COUNT),
    keptDays: new Uint16Array(placeCount),
    earlierDays: new Uint16Array(placeCount),
    firstEarlier: new Uint16Array(placeCount),
    lastEarlier: new Uint16Array(placeCount),
  }
}

function copyInto(into: LifetimeColumns, from: LifetimeColumns, place: number): void {
  for (const name of keysOf(into))
    into[name].set(from[name], name === 'totals' ? place * COUNTER_COUNT : place)
}

function partOf(columns: LifetimeColumns, start: number, end: number): LifetimeColumns {
  return {
    totals: columns.totals.subarray(start * COUNTER_COUNT, end * COUNTER_COUNT),
    keptDays: columns.keptDays.subarray(start, end),
    earlierDays: columns.earlierDays.subarray(start, end),
    firstEarlier: columns.firstEarlier.subarray(start, end),
    lastEarlier: columns.lastEarlier.subarray(start, end),
  }
}
