import { COUNTERS } from '@avatary/contract/insights'
import { keysOf } from '@avatary/contract/records'

const WIDTH = COUNTERS.length
/** Places of a page, which takes 56 KiB. */
export const PAGE = 1024

/** Pages copied per step, which takes less than a millisecond. */
const PAGES_PER_STEP = 16

/** Columns indexed by place. */
export interface PlaceColumns {
  /** Sums of all time, with one number per counter for each place. */
  totals: Float64Array
  keptDays: Uint16Array
  /** Earlier days with activity: their number, the first and the last one; 0 when there are none. */
  earlierDays: Uint16Array
  firstEarlier: Uint16Array
  lastEarlier: Uint16Array
}

function columnsFor(places: number): PlaceColumns {
  return {
    totals: new Float64Array(places * WIDTH),
    keptDays: new Uint16Array(places),
    earlierDays: new Uint16Array(places),
    firstEarlier: new Uint16Array(places),
    lastEarlier: new Uint16Array(places),
  }
}

/**
 * Columns by place in pages. So room for more places needs no copy, and a copy of everything is made in steps: a page
 * that was captured is copied before it changes.
 */
export class PlacePages {
  #pages: PlaceColumns[] = []
  /** The pages of each copy that is being made. */
  readonly #captured = new Set<readonly PlaceColumns[]>()

  get byteLength(): number {
    return this.#pages
      .flatMap(page => Object.values(page))
      .reduce((bytes, { byteLength }) => bytes + byteLength, 0)
  }

  /** The page of a place, at `place % PAGE`; to be read only. */
  of(place: number): PlaceColumns {
    return this.#pages[Math.floor(place / PAGE)]!
  }

  /** The same, to be changed at once. */
  toChange(place: number): PlaceColumns {
    const [page, at] = [this.of(place), Math.floor(place / PAGE)]
    const isCaptured = this.#captured.size > 0 && this.#captured.values().some(pages => pages[at] === page)
    if (!isCaptured) return page
    const copy = columnsFor(PAGE)
    setAll(copy, page, 0)
    this.#pages[at] = copy
    return copy
  }

  makeRoom(places: number): void {
    while (this.#pages.length * PAGE < places) this.#pages.push(columnsFor(PAGE))
  }

  /** Copies all places below `size` as of the time of the call, in steps. Pages may change between the steps. */
  capture(size: number): Generator<void, PlaceColumns> {
    const pages = this.#pages.slice(0, Math.ceil(size / PAGE))
    this.#captured.add(pages)
    return this.#copied(pages, size)
  }

  *#copied(pages: readonly PlaceColumns[], size: number): Generator<void, PlaceColumns> {
    const all = columnsFor(pages.length * PAGE)
    for (const [i, page] of pages.entries()) {
      setAll(all, page, i * PAGE)
      if (i % PAGES_PER_STEP === PAGES_PER_STEP - 1) yield
    }
    this.#captured.delete(pages)
    return part(all, 0, size)
  }

  /** Replaces everything. */
  restore(columns: PlaceColumns): void {
    this.#pages = []
    const places = columns.keptDays.length
    this.makeRoom(places)
    for (const [i, page] of this.#pages.entries()) setAll(page, part(columns, i * PAGE, (i + 1) * PAGE), 0)
  }
}

function setAll(into: PlaceColumns, from: PlaceColumns, place: number): void {
  for (const name of keysOf(into)) into[name].set(from[name], name === 'totals' ? place * WIDTH : place)
}

function part(columns: PlaceColumns, start: number, end: number): PlaceColumns {
  return {
    totals: columns.totals.subarray(start * WIDTH, end * WIDTH),
    keptDays: columns.keptDays.subarray(start, end),
    earlierDays: columns.earlierDays.subarray(start, end),
    firstEarlier: columns.firstEarlier.subarray(start, end),
    lastEarlier: columns.lastEarlier.subarray(start, end),
  }
}
