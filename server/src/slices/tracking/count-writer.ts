import type { CatalogView, CounterDelta } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { runInTurns } from '../../kernel/run-in-turns.ts'
import { compareTexts } from '../../kernel/text/compare-texts.ts'
import { TERM_CELL } from './cells.ts'
import { MAX_PART_ROWS, orderRows } from './order-rows.ts'
import type { PendingCounts, PendingDay } from './pending-counts.ts'
import { SLOT_COUNTERS } from './slot-counters.ts'
import type { TrackingStore } from './store.sql.ts'
import type { CellDelta, Flush } from './store.ts'
import type { WrittenCounts } from './written-counts.ts'

/** Maximum number of rows in a transaction; sorting more would block the event loop for too long. */
const BATCH_ROWS = 2000

/** Number of values in a row of `PendingDay.totals`, and of `PendingDay.cells`. */
const TOTAL_COLUMNS = SLOT_COUNTERS.length + 1
const CELL_COLUMNS = 4

export interface CountWriterDeps {
  pendingCounts: PendingCounts
  store: Pick<TrackingStore, 'openWriter' | 'save'>
  writtenCounts: Pick<WrittenCounts, 'add'>
  view: Pick<CatalogView, 'keyOf'>
  clock: Clock
  /** `FLUSH_INTERVAL_MS`: the age of an unwritten visit from which no visit is acknowledged until it is written. */
  intervalMs: number
}

/**
 * Writes the pending counts. A failed flush is retried first, unchanged and under its number, because it may have been
 * committed.
 */
export class CountWriter {
  readonly #deps: CountWriterDeps
  /** Days whose counts were taken from `pendingCounts` but not written; batch `#nextBatch` of the first one is next. */
  #waitingDays: PendingDay[] = []
  /** Number of avatars whose counts this run has yet to take from `pendingCounts`, or null. */
  #avatarsToTake: number | null = null
  #nextBatch = 0
  #unsavedFlush: Flush | null = null
  #writerNumber: number | null = null
  #flushCount = 0
  #currentRun: Promise<void> | null = null
  #includesImpressions = false
  /** When the oldest visit in `pendingCounts`, and the oldest one taken from it but not written, were acknowledged. */
  #oldestPendingMs: number | null = null
  #oldestTakenMs: number | null = null

  constructor(deps: CountWriterDeps) {
    this.#deps = deps
  }

  /** Writes everything that was counted before the call. Concurrent calls share one run. */
  flush(): Promise<void> {
    return this.#flush(true)
  }

  /** Writes visits, and in every second call also impressions, which are never acknowledged to a client. */
  flushByTurns(): Promise<void> {
    this.#includesImpressions = !this.#includesImpressions
    return this.#flush(this.#includesImpressions)
  }

  /** Notes an acknowledged visit; to be called in the turn of the event loop that counts it. */
  acknowledge(): void {
    this.#oldestPendingMs ??= this.#deps.clock.now()
  }

  /** Age in milliseconds of the oldest acknowledged visit that is not written; 0 when there is none. */
  get lagMs(): number {
    const sinceMs = this.#oldestTakenMs ?? this.#oldestPendingMs
    return sinceMs === null ? 0 : Math.max(0, this.#deps.clock.now() - sinceMs)
  }

  /** True when the oldest unwritten visit is at least an interval old. */
  get isBehind(): boolean {
    return this.lagMs >= this.#deps.intervalMs
  }

  /**
   * Writes until visits may be acknowledged again.
   * @returns false when writing failed; the caller of `flush` gets the error.
   */
  async writeOverdue(): Promise<boolean> {
    while (this.isBehind) {
      try {
        await this.flush()
      } catch {
        return false
      }
    }
    return true
  }

  #flush(withImpressions: boolean): Promise<void> {
    this.#currentRun ??= this.#run(withImpressions).finally(() => {
      this.#currentRun = null
    })
    return this.#currentRun
  }

  async #run(withImpressions: boolean): Promise<void> {
    const { pendingCounts } = this.#deps
    await this.#writeWaiting()
    if (withImpressions) await runInTurns(pendingCounts.countLists())
    this.#avatarsToTake = pendingCounts.avatarsCounted
    this.#oldestTakenMs = this.#oldestPendingMs
    this.#oldestPendingMs = null
    await this.#writeWaiting()
  }

  async #writeWaiting(): Promise<void> {
    const { store, writtenCounts, clock } = this.#deps
    for (;;) {
      this.#unsavedFlush ??= await this.#nextFlush()
      if (this.#unsavedFlush === null) {
        this.#oldestTakenMs = null
        return
      }
      writtenCounts.add(await store.save(this.#unsavedFlush, clock.now()))
      this.#unsavedFlush = null
    }
  }

  /** The flush of the next transaction, or null when nothing waits. */
  async #nextFlush(): Promise<Flush | null> {
    for (let day = this.#dayToWrite(); day !== null; day = this.#dayToWrite()) {
      this.#writerNumber ??= await this.#deps.store.openWriter(this.#deps.clock.now())
      if (this.#nextBatch === 0) await this.#orderRows(day)
      const batch = this.#nextBatch++
      const counters = this.#counterDeltas(day, batch)
      const cells = this.#cellDeltas(day, batch)
      if (counters.length > 0 || cells.length > 0)
        return { writer: this.#writerNumber, number: ++this.#flushCount, counters, cells }
      const isDone =
        batch * BATCH_ROWS >= Math.max(day.totals.length / TOTAL_COLUMNS, day.cells.length / CELL_COLUMNS)
      if (!isDone) continue
      this.#waitingDays.shift()
      this.#nextBatch = 0
    }
    return null
  }

  /** The day to write next; takes more from `pendingCounts` when none waits. Null at the end of a run. */
  #dayToWrite(): PendingDay | null {
    if (this.#waitingDays.length === 0 && this.#avatarsToTake !== null) {
      this.#waitingDays = this.#deps.pendingCounts.take(MAX_PART_ROWS)
      this.#avatarsToTake = this.#avatarsToTake > MAX_PART_ROWS ? this.#avatarsToTake - MAX_PART_ROWS : null
    }
    return this.#waitingDays[0] ?? null
  }

  async #orderRows({ totals, cells }: PendingDay): Promise<void> {
    const keyOf = (slot: number) => this.#deps.view.keyOf(slot)
    await orderRows(totals, TOTAL_COLUMNS, keyOf)
    await orderRows(cells, CELL_COLUMNS, keyOf)
  }

  #counterDeltas({ day, totals }: PendingDay, batch: number): CounterDelta[] {
    const rows: CounterDelta[] = []
    for (const offset of rowOffsets(totals, TOTAL_COLUMNS, batch)) {
      const key = this.#deps.view.keyOf(totals[offset]!)
      if (key === -1) continue
      const count = (column: number) => totals[offset + 1 + column]!
      rows.push({ key, day, views: count(0), outbound: count(1), impressions: count(2), wears: count(3) })
    }
    return rows
  }

  /** Sorted as in every other writer of the table, so that all of them lock its rows in the same order. */
  #cellDeltas({ day, cells, terms }: PendingDay, batch: number): CellDelta[] {
    const rows: CellDelta[] = []
    for (const offset of rowOffsets(cells, CELL_COLUMNS, batch)) {
      const key = this.#deps.view.keyOf(cells[offset]!)
      if (key === -1) continue
      const cell = Math.min(cells[offset + 1]!, TERM_CELL)
      const term = terms[cells[offset + 1]! - TERM_CELL] ?? ''
      rows.push({ day, key, cell, term, views: cells[offset + 2]!, outbound: cells[offset + 3]! })
    }
    return rows.sort((a, b) => a.key - b.key || a.cell - b.cell || compareTexts(a.term, b.term))
  }
}

/** Yields the offsets of the rows of a batch. */
function* rowOffsets(rows: Uint32Array, columns: number, batch: number): Generator<number> {
  const end = Math.min((batch + 1) * BATCH_ROWS * columns, rows.length)
  for (let offset = batch * BATCH_ROWS * columns; offset < end; offset += columns) yield offset
}
