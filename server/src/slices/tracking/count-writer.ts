import type { CatalogView, CounterDelta } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { inTurns } from '../../kernel/in-turns.ts'
import { compareTexts } from '../../kernel/text/compare-texts.ts'
import { TERM_CELL } from './cells.ts'
import { MAX_TOGETHER, orderRows } from './order-rows.ts'
import type { PendingCounts, PendingDay } from './pending-counts.ts'
import { SLOT_COUNTERS } from './slot-counters.ts'
import type { TrackingStore } from './store.sql.ts'
import type { CellDelta, Flush } from './store.ts'
import type { WrittenCounts } from './written-counts.ts'

/** Rows per transaction; sorting more would block the event loop for too long. */
const MAX_ROWS = 2000

const TOTAL_WORDS = SLOT_COUNTERS.length + 1
const CELL_WORDS = 4

export interface CountWriterDeps {
  pending: PendingCounts
  store: Pick<TrackingStore, 'openWriter' | 'save'>
  written: Pick<WrittenCounts, 'add'>
  view: Pick<CatalogView, 'keyOf'>
  clock: Clock
  /** `FLUSH_INTERVAL_MS`: the longest time that unwritten acknowledged visits may span. */
  intervalMs: number
}

/**
 * Writes the pending counts. A failed flush is retried first, unchanged and under its number, because it may have been
 * committed.
 */
export class CountWriter {
  readonly #deps: CountWriterDeps
  /** Days whose counts were taken from `pending` but not written; batch `#batch` of the first one is next. */
  #waiting: PendingDay[] = []
  /** Number of avatars whose counts this run has yet to take from `pending`, or null. */
  #untaken: number | null = null
  #batch = 0
  #unsaved: Flush | null = null
  #writer: number | null = null
  #flushes = 0
  #running: Promise<void> | null = null
  #isTurnOfImpressions = false
  /** When the oldest visit in `pending`, and the oldest in `#waiting`, were acknowledged, in milliseconds. */
  #acknowledgedMs: number | null = null
  #takenMs: number | null = null

  constructor(deps: CountWriterDeps) {
    this.#deps = deps
  }

  /** Writes everything that was counted before the call. Concurrent calls share one run. */
  flush(): Promise<void> {
    return this.#flush(true)
  }

  /** Writes visits, and in every second call impressions: counting these is not acknowledged to visitors. */
  flushInTurn(): Promise<void> {
    this.#isTurnOfImpressions = !this.#isTurnOfImpressions
    return this.#flush(this.#isTurnOfImpressions)
  }

  /** Notes an acknowledged visit; to be called in the turn of the event loop that counts it. */
  acknowledge(): void {
    this.#acknowledgedMs ??= this.#deps.clock.now()
  }

  /** Age in milliseconds of the oldest acknowledged visit that is not written; 0 when there is none. */
  get lagMs(): number {
    const sinceMs = this.#takenMs ?? this.#acknowledgedMs
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
  async catchUp(): Promise<boolean> {
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
    this.#running ??= this.#run(withImpressions).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #run(withImpressions: boolean): Promise<void> {
    const { pending } = this.#deps
    await this.#writeWaiting()
    if (withImpressions) await inTurns(pending.countShown())
    this.#untaken = pending.counted
    this.#takenMs = this.#acknowledgedMs
    this.#acknowledgedMs = null
    await this.#writeWaiting()
  }

  async #writeWaiting(): Promise<void> {
    const { store, written, clock } = this.#deps
    for (;;) {
      this.#unsaved ??= await this.#next()
      if (this.#unsaved === null) {
        this.#takenMs = null
        return
      }
      written.add(await store.save(this.#unsaved, clock.now()))
      this.#unsaved = null
    }
  }

  /** The flush of the next transaction, or null when nothing waits. */
  async #next(): Promise<Flush | null> {
    for (let counted = this.#first(); counted !== null; counted = this.#first()) {
      this.#writer ??= await this.#deps.store.openWriter(this.#deps.clock.now())
      if (this.#batch === 0) await this.#order(counted)
      const batch = this.#batch++
      const counters = this.#counters(counted, batch)
      const cells = this.#cells(counted, batch)
      if (counters.length > 0 || cells.length > 0)
        return { writer: this.#writer, number: ++this.#flushes, counters, cells }
      const isDone =
        batch * MAX_ROWS >= Math.max(counted.totals.length / TOTAL_WORDS, counted.cells.length / CELL_WORDS)
      if (!isDone) continue
      this.#waiting.shift()
      this.#batch = 0
    }
    return null
  }

  /** The counts to be written next; takes more from `pending` when there are none, or returns null at the end of a run. */
  #first(): PendingDay | null {
    if (this.#waiting.length === 0 && this.#untaken !== null) {
      this.#waiting = this.#deps.pending.take(MAX_TOGETHER)
      this.#untaken = this.#untaken > MAX_TOGETHER ? this.#untaken - MAX_TOGETHER : null
    }
    return this.#waiting[0] ?? null
  }

  async #order({ totals, cells }: PendingDay): Promise<void> {
    const keyOf = (slot: number) => this.#deps.view.keyOf(slot)
    await orderRows(totals, TOTAL_WORDS, keyOf)
    await orderRows(cells, CELL_WORDS, keyOf)
  }

  #counters({ day, totals }: PendingDay, batch: number): CounterDelta[] {
    const rows: CounterDelta[] = []
    for (const at of rowsOf(totals, TOTAL_WORDS, batch)) {
      const key = this.#deps.view.keyOf(totals[at]!)
      if (key === -1) continue
      const count = (column: number) => totals[at + 1 + column]!
      rows.push({ key, day, views: count(0), outbound: count(1), impressions: count(2), wears: count(3) })
    }
    return rows
  }

  /** Sorted like in every writer, so that locks are taken in the same order. */
  #cells({ day, cells, terms }: PendingDay, batch: number): CellDelta[] {
    const rows: CellDelta[] = []
    for (const at of rowsOf(cells, CELL_WORDS, batch)) {
      const key = this.#deps.view.keyOf(cells[at]!)
      if (key === -1) continue
      const cell = Math.min(cells[at + 1]!, TERM_CELL)
      const term = terms[cells[at + 1]! - TERM_CELL] ?? ''
      rows.push({ day, key, cell, term, views: cells[at + 2]!, outbound: cells[at + 3]! })
    }
    return rows.sort((a, b) => a.key - b.key || a.cell - b.cell || compareTexts(a.term, b.term))
  }
}

/** Yields the offsets of the rows of a batch. */
function* rowsOf(words: Uint32Array, stride: number, batch: number): Generator<number> {
  const end = Math.min((batch + 1) * MAX_ROWS * stride, words.length)
  for (let at = batch * MAX_ROWS * stride; at < end; at += stride) yield at
}
