import { COUNTERS } from '@avatary/contract/insights'
import { LRUCache } from 'lru-cache'
import type { WrittenDay } from '../../avatars/index.ts'

/** Avatars whose counts are kept, at 48 bytes each; insights read the counts of the others. */
const MAX_AVATARS = 131_072

/** The counts that this process wrote lately, so that its insights need not read them. */
export class WrittenCounts {
  readonly #counts = new LRUCache<number, { counts: Float64Array }>({
    maxSize: MAX_AVATARS * COUNTERS.length,
    sizeCalculation: ({ counts }) => counts.length,
  })

  add(days: readonly WrittenDay[]): void {
    for (const { seq, counts } of days) this.#counts.set(seq, { counts })
  }

  clear(): void {
    this.#counts.clear()
  }

  /** Removes and returns the counts of a row of the activity log, or null. */
  take(seq: number): Float64Array | null {
    const found = this.#counts.get(seq)
    this.#counts.delete(seq)
    return found?.counts ?? null
  }
}
