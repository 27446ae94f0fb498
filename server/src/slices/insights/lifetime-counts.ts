import { COUNTERS } from '@avatary/contract/insights'
import { keysOf } from '@avatary/contract/records'
import type { Counts, EarlierCounts } from './counts.ts'

const WIDTH = COUNTERS.length
/** Places of a page, which takes 56 KiB. */
export const PAGE = 1024

/** Pages copied per step, which takes less than a millisecond. */
const PAGES_PER_STEP = 16

/** Columns indexed by place. */
export interface LifetimeColumns {
  /** Sums of all time, with one number per counter for each place. */
  totals: Float64Array
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
  readonly #captured = new Set<readonly LifetimeColumns[]>()
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
    return keptDays[place % PAGE]! + earlierDays[place % PAGE]! > 0
  }

  totalsOf(place: number): number[] {
    const start = (place % PAGE) * WIDTH
    return Array.from(this.#pageOf(place).totals.subarray(start, start + WIDTH))
  }

  /** The earlier days with activity: their number, the first and the last one; 0 when there are none. */
  earlierOf(place: number): Omit<EarlierCounts, 'counts'> {
    const { earlierDays, firstEarlier, lastEarlier } = this.#pageOf(place)
    const at = place % PAGE
    return { activeDays: earlierDays[at]!, firstDay: firstEarlier[at]!, lastDay: lastEarlier[at]! }
  }

  /** Adds to the sums, and to the number of kept days with activity. */
  add(place: number, change: Counts, days: number): void {
    const { totals, keptDays } = this.#toChange(place)
    const at = place % PAGE
    for (let counter = 0; counter < WIDTH; counter++) totals[at * WIDTH + counter]! += change[counter]!
    if (days !== 0) this.#setDays(keptDays, place, keptDays[at]! + days)
  }

  /** Replaces the earlier days, and the sums, which `totals` are afterwards. */
  setEarlier(place: number, totals: Counts, earlier: Omit<EarlierCounts, 'counts'>): void {
    const page = this.#toChange(place)
    page.totals.set(totals, (place % PAGE) * WIDTH)
    page.firstEarlier[place % PAGE] = earlier.firstDay
    page.lastEarlier[place % PAGE] = earlier.lastDay
    this.#setDays(page.earlierDays, place, earlier.activeDays)
  }

  /** Counts a kept day with activity, which is after all earlier ones, as an earlier one. */
  makeEarlier(place: number, day: number): void {
    const { keptDays, earlierDays, firstEarlier, lastEarlier } = this.#toChange(place)
    const at = place % PAGE
    keptDays[at]!--
    earlierDays[at]!++
    firstEarlier[at] ||= day
    lastEarlier[at] = day
  }

  makeRoom(places: number): void {
    while (this.#pages.length * PAGE < places) this.#pages.push(columnsFor(PAGE))
  }

  /** Copies all places below `size` as of the time of the call, in steps. Pages may change between the steps. */
  capture(size: number): Generator<void, LifetimeColumns> {
    const pages = this.#pages.slice(0, Math.ceil(size / PAGE))
    this.#captured.add(pages)
    return this.#copied(pages, size)
  }

  *#copied(pages: readonly LifetimeColumns[], size: number): Generator<void, LifetimeColumns> {
    const all = columnsFor(pages.length * PAGE)
    for (const [i, page] of pages.entries()) {
      setAll(all, page, i * PAGE)
      if (i % PAGES_PER_STEP === PAGES_PER_STEP - 1) yield
    }
    this.#captured.delete(pages)
    return part(all, 0, size)
  }

  /** Replaces everything. */
  restore(columns: LifetimeColumns): void {
    this.#pages = []
    this.#activeVersion++
    this.makeRoom(columns.keptDays.length)
    for (const [i, page] of this.#pages.entries()) setAll(page, part(columns, i * PAGE, (i + 1) * PAGE), 0)
  }

  clear(): void {
    this.restore(columnsFor(0))
  }

  #setDays(column: Uint16Array, place: number, days: number): void {
    const wasActive = this.isActive(place)
    column[place % PAGE] = days
    if (this.isActive(place) !== wasActive) this.#activeVersion++
  }

  /** The page of a place, at `place % PAGE`; to be read only. */
  #pageOf(place: number): LifetimeColumns {
    return this.#pages[Math.floor(place / PAGE)]!
  }

  /** The same, to be changed at once. */
  #toChange(place: number): LifetimeColumns {
    const [page, at] = [this.#pageOf(place), Math.floor(place / PAGE)]
    const isCaptured = this.#captured.size > 0 && this.#captured.values().some(pages => pages[at] === page)
    if (!isCaptured) return page
    const copy = columnsFor(PAGE)
    setAll(copy, page, 0)
    this.#pages[at] = copy
    return copy
  }
}

function columnsFor(places: number): LifetimeColumns {
  return {
    totals: new Float64Array(places * WIDTH),
    keptDays: new Uint16Array(places),
    earlierDays: new Uint16Array(places),
    firstEarlier: new Uint16Array(places),
    lastEarlier: new Uint16Array(places),
  }
}

function setAll(into: LifetimeColumns, from: LifetimeColumns, place: number): void {
  for (const name of keysOf(into)) into[name].set(from[name], name === 'totals' ? place * WIDTH : place)
}

function part(columns: LifetimeColumns, start: number, end: number): LifetimeColumns {
  return {
    totals: columns.totals.subarray(start * WIDTH, end * WIDTH),
    keptDays: columns.keptDays.subarray(start, end),
    earlierDays: columns.earlierDays.subarray(start, end),
    firstEarlier: columns.firstEarlier.subarray(start, end),
    lastEarlier: columns.lastEarlier.subarray(start, end),
  }
}
