import { COUNTERS } from '@avatary/contract/insights'
import { LRUCache } from 'lru-cache'
import type { Activity, WrittenDay } from '../../avatars/index.ts'

/** Avatars whose counts are kept, at 48 bytes each; insights read the counts of the others. */
const MAX_AVATARS = 131_072

/** The counts that this process wrote lately, so that its insights need not read them. */
export class WrittenCounts {
  readonly #counts = new LRUCache<number, WrittenDay>({
    maxSize: MAX_AVATARS * COUNTERS.length,
    sizeCalculation: ({ counts }) => counts.length,
  })

  add(days: readonly WrittenDay[]): void {
    for (const writtenDay of days) this.#counts.set(writtenDay.seq, writtenDay)
  }

  /**
   * Removes and returns the counts of a row of the activity log, or null. A database that lost its last commits, such
   * as a standby or a restored backup, uses their numbers again, so the time must match, too.
   */
  take({ seq, atMs }: Pick<Activity, 'seq' | 'atMs'>): Float64Array | null {
    const writtenDay = this.#counts.get(seq)
    this.#counts.delete(seq)
    return writtenDay?.atMs === atMs ? writtenDay.counts : null
  }
}
