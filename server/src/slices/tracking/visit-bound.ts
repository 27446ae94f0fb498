import { hash } from 'node:crypto'
import type { TrackingEvent } from '@avatary/contract/tracking'
import type { Clock } from '../../kernel/clock.ts'

const HOUR_MS = 3_600_000

/** Words of a row: 64 bits of the hash and how many visits counted; a row of 0 visits is free. */
const STRIDE = 3
const LOW = 1
const VISITS = 2
/** Rows among which a hash has its place. */
const BUCKET_ROWS = 8
/** Room for a million pairs of client and avatar in an hour, in 12 MiB; memory that is not touched costs nothing. */
const ROWS = 2 ** 20

export interface VisitBoundOptions {
  /** Visits of each kind that count of one client and avatar in an hour; 0 is no bound. */
  perHour: number
  clock: Clock
  /** What cannot be guessed, another each time; hashes of two hours have nothing in common by it. */
  newSalt: () => string
  /** Size of the table, a power of two; for tests. */
  rows?: number
}

/**
 * How often one client's visits to an avatar count in an hour of UTC (design, "Counting"). Clients are known by a
 * salted hash, in memory alone; salt and hashes are dropped when the hour ends.
 *
 * The table never grows. A hash has its place in one of eight rows. When all are taken, it takes the one with the fewest
 * visits, which begins anew when it comes back: a crowd beyond the size makes the bound less exact, while clients that
 * reached it are the last to be forgotten.
 */
export class VisitBound {
  readonly #perHour: number
  readonly #clock: Clock
  readonly #newSalt: () => string
  readonly #buckets: number
  #hour = -1
  #salt = ''
  #rows: Uint32Array | null = null

  constructor({ perHour, clock, newSalt, rows = ROWS }: VisitBoundOptions) {
    this.#perHour = perHour
    this.#clock = clock
    this.#newSalt = newSalt
    this.#buckets = rows / BUCKET_ROWS
  }

  /**
   * Whether one more visit counts; if so, it is one of the hour.
   *
   * @param network of the client, as limits tell clients apart.
   */
  admits(network: string, slot: number, visit: TrackingEvent | 'wear'): boolean {
    if (this.#perHour === 0) return true
    this.forgetPast()
    this.#rows ??= this.#beginHour()
    const digest = hash('sha256', `${this.#salt} ${visit} ${slot} ${network}`, 'buffer')
    const bucket = digest.readUInt32LE(8) & (this.#buckets - 1)
    return this.#take(this.#rows, bucket * BUCKET_ROWS * STRIDE, digest)
  }

  /** Drops what was held of an hour that is over. */
  forgetPast(): void {
    if (this.#rows === null || this.#hour === hourOf(this.#clock)) return
    this.#rows = null
    this.#salt = ''
  }

  #beginHour(): Uint32Array {
    this.#hour = hourOf(this.#clock)
    this.#salt = this.#newSalt()
    return new Uint32Array(this.#buckets * BUCKET_ROWS * STRIDE)
  }

  /** @param first row of the bucket. */
  #take(rows: Uint32Array, first: number, digest: Buffer): boolean {
    const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4)]
    let fewest = first
    for (let row = first; row < first + BUCKET_ROWS * STRIDE; row += STRIDE) {
      const counted = rows[row + VISITS]!
      if (counted > 0 && rows[row] === high && rows[row + LOW] === low) {
        if (counted >= this.#perHour) return false
        rows[row + VISITS] = counted + 1
        return true
      }
      if (counted < rows[fewest + VISITS]!) fewest = row
    }
    rows[fewest] = high
    rows[fewest + LOW] = low
    rows[fewest + VISITS] = 1
    return true
  }
}

function hourOf(clock: Clock): number {
  return Math.floor(clock.now() / HOUR_MS)
}
