import type { TrackingEvent } from '@avatary/contract/tracking'
import type { Clock } from '../../kernel/clock.ts'
import { utcDay } from '../../kernel/days.ts'
import { CellTable } from './cell-table.ts'
import { type Cell, countryCell, hourCell, namedCell, TERM_CELL } from './cells.ts'
import { SLOT_COUNTERS, SlotCounters } from './slot-counters.ts'

/** The buckets of one visitor; null for unknown ones. */
export interface Visit {
  site: string | null
  device: string | null
  country: string | null
  surface: string | null
  platform: string | null
  /** The folded search term, or empty. */
  term: string
}

/** The counts of one UTC day that wait to be written. */
export interface PendingDay {
  readonly day: number
  /** Rows of slot and counters, in the order of `SLOT_COUNTERS`. */
  readonly totals: Uint32Array
  /**
   * Rows of slot, cell, views and outbound clicks. A cell from `TERM_CELL` on is `TERM_CELL` plus an index of `terms`.
   */
  readonly cells: Uint32Array
  readonly terms: readonly string[]
}

/** Maximum number of audience buckets in memory, which take 2 MiB. */
const MAX_CELLS = 98_304
/** Maximum number of different terms in memory. */
const MAX_TERMS = 10_000
/** Maximum number of days in memory while flushes fail; later counts are added to the last of them. */
const MAX_DAYS = 8

const MAX_UNCOUNTED_SIZE = 65_536
/** Avatars of lists counted in one step, which takes about a millisecond. */
const AVATARS_PER_STEP = 8192

const VIEWS_COLUMN = SLOT_COUNTERS.indexOf('views')
const OUTBOUND_COLUMN = SLOT_COUNTERS.indexOf('outbound')
const IMPRESSIONS_COLUMN = SLOT_COUNTERS.indexOf('impressions')
const WEARS_COLUMN = SLOT_COUNTERS.indexOf('wears')

/**
 * Counts since the last flush, in memory bounded by the catalog (16 bytes per avatar) and 2 MiB of buckets. When the
 * buckets are full, events still count in the totals, so the missing buckets show as `other`.
 */
export class PendingCounts {
  readonly #clock: Clock
  readonly #totals = new SlotCounters()
  readonly #cells: CellTable
  #terms = new Map<string, number>()
  /** Lists that are not yet counted by avatar, and how often each was shown. */
  readonly #uncountedLists = new Map<ArrayLike<number>, number>()
  /** Number of avatars in `#uncountedLists`, plus one for each list, so that empty lists are bounded, too. */
  #uncountedSize = 0
  #day: number
  #finishedDays: PendingDay[] = []
  /** Number of events that only count in the totals because `#cells` was full. */
  eventsWithoutCell = 0

  constructor({ clock, maxCells = MAX_CELLS }: { clock: Clock; maxCells?: number }) {
    this.#clock = clock
    this.#cells = new CellTable(maxCells)
    this.#day = utcDay(clock.now())
  }

  /** The number of avatars with counts on the latest day; first counts pending lists by avatar. */
  countAvatars(): number {
    this.#countLists()
    return this.avatarsCounted
  }

  /** The number of avatars with counts on the latest day, without those in lists that are not counted yet. */
  get avatarsCounted(): number {
    return this.#totals.size
  }

  track(slot: number, event: TrackingEvent, visit: Visit): void {
    const nowMs = this.#clock.now()
    this.#startDay(utcDay(nowMs))
    const isView = event === 'view'
    const eventIndex = isView ? 0 : 1
    this.#totals.add(slot, isView ? VIEWS_COLUMN : OUTBOUND_COLUMN)
    this.#addCell(slot, hourCell(nowMs), eventIndex)
    this.#addCell(slot, namedCell('referrers', visit.site), eventIndex)
    this.#addCell(slot, namedCell('devices', visit.device), eventIndex)
    this.#addCell(slot, countryCell(visit.country), eventIndex)
    this.#addCell(slot, namedCell('surfaces', visit.surface), eventIndex)
    this.#addCell(slot, namedCell('platforms', visit.platform), eventIndex)
    if (visit.term !== '') this.#addCell(slot, this.#termCell(visit.term), eventIndex)
  }

  /** Counts an impression of each avatar in a list, which the caller must not modify afterwards. */
  countImpressions(slots: ArrayLike<number>): void {
    this.#startDay(utcDay(this.#clock.now()))
    const times = this.#uncountedLists.get(slots) ?? 0
    this.#uncountedLists.set(slots, times + 1)
    if (times > 0) return
    this.#uncountedSize += slots.length + 1
    if (this.#uncountedSize > MAX_UNCOUNTED_SIZE) this.#countLists(MAX_UNCOUNTED_SIZE - AVATARS_PER_STEP)
  }

  countWear(slot: number): void {
    this.#startDay(utcDay(this.#clock.now()))
    this.#totals.add(slot, WEARS_COLUMN)
  }

  /** Counts the lists shown before the call by avatar, in steps of about a millisecond. */
  *countLists(): Generator<void, void> {
    for (let countLeft = this.#uncountedSize; countLeft > 0; countLeft -= AVATARS_PER_STEP) {
      this.#countLists(this.#uncountedSize - AVATARS_PER_STEP)
      if (countLeft > AVATARS_PER_STEP) yield
    }
  }

  /**
   * Removes and returns visits, and impressions that are already counted by avatar, by day.
   * @param limit maximum number of avatars of the latest day; the oldest counts are first.
   */
  take(limit?: number): PendingDay[] {
    this.#finishDay(limit)
    const days = this.#finishedDays
    this.#finishedDays = []
    return days
  }

  #startDay(day: number): void {
    if (day === this.#day) return
    if (this.#finishedDays.length >= MAX_DAYS) return
    this.#countLists()
    this.#finishDay()
    this.#day = day
  }

  /** Counts lists by avatar, the oldest first, until at most `maxLeft` avatars are in lists. */
  #countLists(maxLeft = 0): void {
    for (const [slots, times] of this.#uncountedLists) {
      if (this.#uncountedSize <= maxLeft) return
      for (let i = 0; i < slots.length; i++) this.#totals.add(slots[i]!, IMPRESSIONS_COLUMN, times)
      this.#uncountedLists.delete(slots)
      this.#uncountedSize -= slots.length + 1
    }
  }

  #finishDay(limit?: number): void {
    if (this.#totals.size === 0) return
    const [totals, cells, terms] = [this.#totals.drain(limit), this.#cells.drain(), [...this.#terms.keys()]]
    this.#finishedDays.push({ day: this.#day, totals, cells, terms })
    this.#terms = new Map()
  }

  #addCell(slot: number, cell: Cell, eventIndex: 0 | 1): void {
    if (cell !== -1 && !this.#cells.add(slot, cell, eventIndex)) this.eventsWithoutCell++
  }

  #termCell(term: string): Cell {
    let place = this.#terms.get(term)
    if (place === undefined) {
      if (this.#terms.size >= MAX_TERMS) {
        this.eventsWithoutCell++
        return -1
      }
      place = this.#terms.size
      this.#terms.set(term, place)
    }
    return TERM_CELL + place
  }
}
