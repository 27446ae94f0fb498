import type { CatalogView, CounterDelta } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { TERM_CELL } from './cells.ts'
import type { PendingCounts, PendingDay } from './pending-counts.ts'
import { SLOT_COUNTERS } from './slot-counters.ts'
import type { CellDelta, Flush, TrackingStore } from './store.ts'

/** Avatars and buckets of one transaction: more would hold the event loop while they are put in order. */
const MOST_ROWS = 2000

const TOTAL_WORDS = SLOT_COUNTERS.length + 1
const CELL_WORDS = 4

export interface CountWriterDeps {
  pending: PendingCounts
  store: Pick<TrackingStore, 'openWriter' | 'save'>
  view: Pick<CatalogView, 'keyOf'>
  clock: Clock
  /** `FLUSH_INTERVAL_MS`: what was acknowledged and is not written spans no more. */
  intervalMs: number
}

/**
 * Writes the pending counts. A flush that failed is kept as it is and tried again first, under its number, since
 * it may have been written although it was not acknowledged; what is counted meanwhile waits in memory.
 */
export class CountWriter {
  readonly #deps: CountWriterDeps
  /** Taken out of the pending counts; the first from its slice on. */
  #waiting: PendingDay[] = []
  #slice = 0
  #unsaved: Flush | null = null
  #writer: number | null = null
  #flushes = 0
  #running: Promise<void> | null = null
  /** When the first was acknowledged of what is in memory, and of what was taken out and is not written; ms. */
  #acknowledgedMs: number | null = null
  #takenMs: number | null = null

  constructor(deps: CountWriterDeps) {
    this.#deps = deps
  }

  /** Writes all that was counted before the call; all who ask meanwhile share one run. */
  flush(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Notes that somebody is told that their visit counts, in the same turn of the event loop in which it is counted. */
  acknowledge(): void {
    this.#acknowledgedMs ??= this.#deps.clock.now()
  }

  /** For how long the oldest acknowledged visit that is not written waits, in ms; 0 when none does. */
  get lagMs(): number {
    const sinceMs = this.#takenMs ?? this.#acknowledgedMs
    return sinceMs === null ? 0 : Math.max(0, this.#deps.clock.now() - sinceMs)
  }

  /** Whether a visit that is acknowledged now would be more than the interval away from one that is not written. */
  get isBehind(): boolean {
    return this.lagMs >= this.#deps.intervalMs
  }

  /** Writes until visits may be acknowledged again. @returns false when that failed; who runs `flush` is told why. */
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

  async #run(): Promise<void> {
    await this.#writeWaiting()
    this.#waiting = this.#deps.pending.drain()
    this.#takenMs = this.#acknowledgedMs
    this.#acknowledgedMs = null
    await this.#writeWaiting()
  }

  async #writeWaiting(): Promise<void> {
    const { store, clock } = this.#deps
    for (;;) {
      this.#unsaved ??= await this.#next()
      if (this.#unsaved === null) {
        this.#takenMs = null
        return
      }
      await store.save(this.#unsaved, clock.now())
      this.#unsaved = null
    }
  }

  /** The next transaction's worth, or null when nothing waits. */
  async #next(): Promise<Flush | null> {
    for (let counted = this.#waiting[0]; counted !== undefined; counted = this.#waiting[0]) {
      this.#writer ??= await this.#deps.store.openWriter(this.#deps.clock.now())
      const slice = this.#slice++
      const counters = this.#counters(counted, slice)
      const cells = this.#cells(counted, slice)
      if (counters.length > 0 || cells.length > 0)
        return { writer: this.#writer, number: ++this.#flushes, counters, cells }
      const isDone =
        slice * MOST_ROWS >= Math.max(counted.totals.length / TOTAL_WORDS, counted.cells.length / CELL_WORDS)
      if (!isDone) continue
      this.#waiting.shift()
      this.#slice = 0
    }
    return null
  }

  #counters({ day, totals }: PendingDay, slice: number): CounterDelta[] {
    const rows: CounterDelta[] = []
    for (const at of rowsOf(totals, TOTAL_WORDS, slice)) {
      const key = this.#deps.view.keyOf(totals[at]!)
      if (key === -1) continue
      const count = (column: number) => totals[at + 1 + column]!
      rows.push({ key, day, views: count(0), outbound: count(1), impressions: count(2), wears: count(3) })
    }
    return rows
  }

  /** In the order in which every writer locks them. */
  #cells({ day, cells, terms }: PendingDay, slice: number): CellDelta[] {
    const rows: CellDelta[] = []
    for (const at of rowsOf(cells, CELL_WORDS, slice)) {
      const key = this.#deps.view.keyOf(cells[at]!)
      if (key === -1) continue
      const cell = Math.min(cells[at + 1]!, TERM_CELL)
      const term = terms[cells[at + 1]! - TERM_CELL] ?? ''
      rows.push({ day, key, cell, term, views: cells[at + 2]!, outbound: cells[at + 3]! })
    }
    return rows.sort((a, b) => a.key - b.key || a.cell - b.cell || compare(a.term, b.term))
  }
}

/** Where the rows of a slice begin. */
function* rowsOf(words: Uint32Array, stride: number, slice: number): Generator<number> {
  const end = Math.min((slice + 1) * MOST_ROWS * stride, words.length)
  for (let at = slice * MOST_ROWS * stride; at < end; at += stride) yield at
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
