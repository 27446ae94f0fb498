import { hash } from 'node:crypto'
import type { TrackingEvent } from '@avatary/contract/tracking'
import type { Clock } from '../../kernel/clock.ts'
import { HOUR_MS } from '../../kernel/time.ts'

/** A row has the hash in two columns of 32 bits, and the number of visits, which is 0 for a free row. */
const COLUMNS = 3
const LOW_COLUMN = 1
const VISITS_COLUMN = 2
/** Number of rows that a hash may use: those of its group. */
const ROWS_PER_HASH = 8
/** A million pairs of client and avatar per hour take 12 MiB; the system does not allocate untouched memory. */
const MAX_ROWS = 2 ** 20

export interface VisitBoundOptions {
  /** Visits of each kind that are counted per client, avatar and hour; 0 means no bound. */
  perHour: number
  clock: Clock
  /** Returns a new secret, so that hashes of different hours cannot be compared. */
  newSalt: () => string
  /** A power of two. */
  rowCount?: number
}

/**
 * Bounds how many visits of one client to an avatar count per UTC hour. Clients are identified by a salted hash in
 * memory, which is dropped with its salt when the hour ends.
 *
 * The table never grows. A hash may use one of eight rows; if all are taken, it replaces the one with the fewest
 * visits. With more clients than rows the bound gets less exact, and clients that reached it are replaced last.
 */
export class VisitBound {
  readonly #perHour: number
  readonly #clock: Clock
  readonly #newSalt: () => string
  readonly #groupCount: number
  #hour = -1
  #salt = ''
  #rows: Uint32Array | null = null

  constructor({ perHour, clock, newSalt, rowCount = MAX_ROWS }: VisitBoundOptions) {
    this.#perHour = perHour
    this.#clock = clock
    this.#newSalt = newSalt
    this.#groupCount = rowCount / ROWS_PER_HASH
  }

  /**
   * Counts a visit, unless the bound is reached.
   * @param network the client, as rate limits identify it.
   * @returns whether it counts.
   */
  admit(network: string, slot: number, visit: TrackingEvent | 'wear'): boolean {
    if (this.#perHour === 0) return true
    this.dropEndedHour()
    this.#rows ??= this.#startHour()
    const digest = hash('sha256', `${this.#salt} ${visit} ${slot} ${network}`, 'buffer')
    const group = digest.readUInt32LE(8) & (this.#groupCount - 1)
    return this.#countVisit(this.#rows, group * ROWS_PER_HASH * COLUMNS, digest)
  }

  /** Drops the hashes and the salt of an hour that is over. */
  dropEndedHour(): void {
    if (this.#rows === null || this.#hour === hourOf(this.#clock)) return
    this.#rows = null
    this.#salt = ''
  }

  #startHour(): Uint32Array {
    this.#hour = hourOf(this.#clock)
    this.#salt = this.#newSalt()
    return new Uint32Array(this.#groupCount * ROWS_PER_HASH * COLUMNS)
  }

  /** @param firstOffset offset of the first row that the hash may use. */
  #countVisit(rows: Uint32Array, firstOffset: number, digest: Buffer): boolean {
    const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4)]
    let offsetOfFewest = firstOffset
    for (let offset = firstOffset; offset < firstOffset + ROWS_PER_HASH * COLUMNS; offset += COLUMNS) {
      const visits = rows[offset + VISITS_COLUMN]!
      if (visits > 0 && rows[offset] === high && rows[offset + LOW_COLUMN] === low) {
        if (visits >= this.#perHour) return false
        rows[offset + VISITS_COLUMN] = visits + 1
        return true
      }
      if (visits < rows[offsetOfFewest + VISITS_COLUMN]!) offsetOfFewest = offset
    }
    rows[offsetOfFewest] = high
    rows[offsetOfFewest + LOW_COLUMN] = low
    rows[offsetOfFewest + VISITS_COLUMN] = 1
    return true
  }
}

function hourOf(clock: Clock): number {
  return Math.floor(clock.now() / HOUR_MS)
}
