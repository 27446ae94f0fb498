/** The counters that tracking moves; the index in this list is the column. */
export const SLOT_COUNTERS = ['views', 'outbound', 'impressions', 'wears'] as const

const COLUMNS = SLOT_COUNTERS.length
const INITIAL_SLOTS = 1024

/** Totals by slot in one array as long as the catalog, at 16 bytes per avatar. */
export class SlotCounters {
  #counts = new Uint32Array(INITIAL_SLOTS * COLUMNS)
  #countedSlots = new Uint32Array(INITIAL_SLOTS)
  #size = 0

  /** Number of slots with counts. */
  get size(): number {
    return this.#size
  }

  /** @param column index in `SLOT_COUNTERS`. */
  add(slot: number, column: number, increment = 1): void {
    const start = slot * COLUMNS
    if (start >= this.#counts.length) this.#grow(slot)
    const counts = this.#counts
    if (counts[start] === 0 && counts[start + 1] === 0 && counts[start + 2] === 0 && counts[start + 3] === 0)
      this.#countedSlots[this.#size++] = slot
    counts[start + column]! += increment
  }

  /** Removes and returns rows of slot and columns, in the order of their first count. */
  drain(limit = this.#size): Uint32Array {
    const drainedCount = Math.min(limit, this.#size)
    const rows = new Uint32Array(drainedCount * (COLUMNS + 1))
    for (let i = 0, offset = 0; i < drainedCount; i++) {
      const slot = this.#countedSlots[i]!
      rows[offset++] = slot
      for (let column = slot * COLUMNS; column < (slot + 1) * COLUMNS; column++) {
        rows[offset++] = this.#counts[column]!
        this.#counts[column] = 0
      }
    }
    this.#countedSlots.copyWithin(0, drainedCount, this.#size)
    this.#size -= drainedCount
    return rows
  }

  #grow(slot: number): void {
    const slots = 2 ** Math.ceil(Math.log2(slot + 1))
    const counts = new Uint32Array(slots * COLUMNS)
    counts.set(this.#counts)
    const countedSlots = new Uint32Array(slots)
    countedSlots.set(this.#countedSlots)
    this.#counts = counts
    this.#countedSlots = countedSlots
  }
}
