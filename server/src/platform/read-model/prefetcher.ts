import { sharedAt } from './record-layout.ts'
import type { RecordPlaces, SlotCounters } from './record-writer.ts'

/** Bytes that a processor loads at once, and how many of these most records and shared texts begin with. */
const LINE_BYTES = 64
const RECORD_LINES = 3
const SHARED_LINES = 2
const NO_BYTES = Buffer.alloc(0)

/**
 * Reads the first bytes of all that some records consist of, so that their memory is in the processor's cache when they
 * are written. Loops that only read let the processor wait for many lines at once; finding a place takes a loop before.
 */
export class Prefetcher {
  readonly #places: Pick<RecordPlaces, 'arena' | 'addresses' | 'pools'>
  readonly #records = new Beginnings()
  readonly #shared = new Beginnings()
  /** Numbers of the shared texts of a group. */
  readonly #numbers: number[] = []
  /** Sum of what was read: a read without a use is optimised away. */
  #sum = 0

  constructor(places: Pick<RecordPlaces, 'arena' | 'addresses' | 'pools'>) {
    this.#places = places
  }

  /** Reads for the records of `slots[from, to)`. */
  read(slots: ArrayLike<number>, from: number, to: number, counters: SlotCounters): void {
    const { arena, addresses, pools } = this.#places
    const count = to - from
    for (let i = 0; i < count; i++) {
      const address = addresses.get(slots[from + i]!)
      this.#records.set(i, arena.chunk(address), arena.offset(address))
    }
    let sum = this.#records.read(count, RECORD_LINES)
    for (let i = from; i < to; i++) sum += counters.viewsOf(slots[i]!)
    for (let i = from; i < to; i++) sum += counters.likesOf(slots[i]!)
    for (const [group, pool] of pools.entries()) {
      const numbers = this.#records.numbersAt(sharedAt(group), count, this.#numbers)
      for (let i = 0; i < count; i++) sum += pool.start(numbers[i]!)
      for (let i = 0; i < count; i++) this.#shared.set(i, pool.chunk(numbers[i]!), pool.start(numbers[i]!))
      sum += this.#shared.read(count, SHARED_LINES)
    }
    this.#records.forget(count)
    this.#shared.forget(count)
    this.#sum = (this.#sum + sum) | 0
  }
}

/**
 * Beginnings of entries. Their arrays are used again: new ones for each page would have the collector run more often.
 */
class Beginnings {
  readonly #chunks: Buffer[] = []
  readonly #offsets: number[] = []

  set(i: number, chunk: Buffer, offset: number): void {
    this.#chunks[i] = chunk
    this.#offsets[i] = offset
  }

  /** Reads a byte of each of the first `lines` of `count` entries. @returns a number that depends on all. */
  read(count: number, lines: number): number {
    let sum = 0
    for (let i = 0; i < count; i++) {
      const chunk = this.#chunks[i]!
      let at = this.#offsets[i]!
      for (let line = 0; line < lines; line++, at += LINE_BYTES) sum = (sum + (chunk[at] ?? 0)) | 0
    }
    return sum
  }

  /** A chunk that compaction drops is free then. */
  forget(count: number): void {
    this.#chunks.fill(NO_BYTES, 0, count)
  }

  /** The 4-byte numbers at `place` in `count` entries, in `out`. */
  numbersAt(place: number, count: number, out: number[]): readonly number[] {
    for (let i = 0; i < count; i++) out[i] = this.#chunks[i]!.readUInt32LE(this.#offsets[i]! + place)
    return out
  }
}
