import type { TrackingEvent } from '@avatary/contract/tracking'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { CellTable } from './cell-table.ts'
import { type Cell, countryCell, hourCell, namedCell, TERM_CELL } from './cells.ts'
import { SLOT_COUNTERS, SlotCounters } from './slot-counters.ts'

/** The buckets of one visitor; null where they are none of the known ones. */
export interface Visit {
  site: string | null
  device: string | null
  country: string | null
  surface: string | null
  platform: string | null
  /** Folded; empty for none. */
  term: string
}

/** What was counted on one UTC day and waits to be written. */
export interface PendingDay {
  readonly day: number
  /** Rows of a slot and its counters in the order of `SLOT_COUNTERS`. */
  readonly totals: Uint32Array
  /** Rows of slot, cell, views, outbound clicks; a cell from `TERM_CELL` on is that term by its place in `terms`. */
  readonly cells: Uint32Array
  readonly terms: readonly string[]
}

/** Audience buckets that wait for one flush, in 2 MiB. */
const MOST_CELLS = 98_304
/** Different terms that wait for one flush. */
const MOST_TERMS = 10_000
/** Days that wait for a flush that keeps failing; from then on what happens is counted on the last of them. */
const MOST_DAYS = 8

const VIEWS = SLOT_COUNTERS.indexOf('views')
const OUTBOUND = SLOT_COUNTERS.indexOf('outbound')
const IMPRESSIONS = SLOT_COUNTERS.indexOf('impressions')
const WEARS = SLOT_COUNTERS.indexOf('wears')

/**
 * What was counted since the last flush, in memory that is bounded by the catalog (16 bytes an avatar) and 2 MiB of
 * audience buckets. When those are full, events still count in the totals: a bucket that is not written shows up in
 * `other`, which is the difference to the total.
 */
export class PendingCounts {
  readonly #clock: Clock
  readonly #totals = new SlotCounters()
  readonly #cells: CellTable
  #terms = new Map<string, number>()
  #day: number
  #past: PendingDay[] = []
  /** Buckets that found no room. */
  coarsened = 0

  constructor({ clock, mostCells = MOST_CELLS }: { clock: Clock; mostCells?: number }) {
    this.#clock = clock
    this.#cells = new CellTable(mostCells)
    this.#day = utcDay(clock.now())
  }

  /** Avatars with counts that wait, of the latest day. */
  get size(): number {
    return this.#totals.size
  }

  /** Counts a view or an outbound click with the buckets of the visitor. */
  track(slot: number, event: TrackingEvent, visit: Visit): void {
    const now = this.#clock.now()
    this.#turnTo(utcDay(now))
    const isView = event === 'view'
    const kind = isView ? 0 : 1
    this.#totals.add(slot, isView ? VIEWS : OUTBOUND)
    this.#addCell(slot, hourCell(now), kind)
    this.#addCell(slot, namedCell('referrers', visit.site), kind)
    this.#addCell(slot, namedCell('devices', visit.device), kind)
    this.#addCell(slot, countryCell(visit.country), kind)
    this.#addCell(slot, namedCell('surfaces', visit.surface), kind)
    this.#addCell(slot, namedCell('platforms', visit.platform), kind)
    if (visit.term !== '') this.#addCell(slot, this.#termCell(visit.term), kind)
  }

  /** Counts that avatars were shown, each in a list. */
  countImpressions(slots: ArrayLike<number>): void {
    this.#turnTo(utcDay(this.#clock.now()))
    for (let i = 0; i < slots.length; i++) this.#totals.add(slots[i]!, IMPRESSIONS)
  }

  /** Counts that an avatar was put on in a world. */
  countWear(slot: number): void {
    this.#turnTo(utcDay(this.#clock.now()))
    this.#totals.add(slot, WEARS)
  }

  /** Takes everything out, one part a day. */
  drain(): PendingDay[] {
    this.#close()
    const counted = this.#past
    this.#past = []
    return counted
  }

  #turnTo(day: number): void {
    if (day === this.#day) return
    if (this.#past.length >= MOST_DAYS) return
    this.#close()
    this.#day = day
  }

  #close(): void {
    if (this.#totals.size === 0) return
    const [totals, cells, terms] = [this.#totals.drain(), this.#cells.drain(), [...this.#terms.keys()]]
    this.#past.push({ day: this.#day, totals, cells, terms })
    this.#terms = new Map()
  }

  #addCell(slot: number, cell: Cell, kind: 0 | 1): void {
    if (cell !== -1 && !this.#cells.add(slot, cell, kind)) this.coarsened++
  }

  #termCell(term: string): Cell {
    let place = this.#terms.get(term)
    if (place === undefined) {
      if (this.#terms.size >= MOST_TERMS) {
        this.coarsened++
        return -1
      }
      place = this.#terms.size
      this.#terms.set(term, place)
    }
    return TERM_CELL + place
  }
}
