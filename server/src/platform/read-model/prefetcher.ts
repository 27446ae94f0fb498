import { UUID_BYTES } from '../../kernel/uuid-bytes.ts'
import { numberAt, sharedNumberOffset } from './record-layout.ts'
import type { IndexedValues, RecordStorage } from './record-writer.ts'

/** Size of a cache line, and the number of lines that are read of each record and of each shared text. */
const LINE_BYTES = 64
const RECORD_LINES = 2
const SHARED_LINES = 2
const NO_BYTES = Buffer.alloc(0)

/**
 * Reads the first cache lines of everything that some records consist of, so that they are in the processor's cache
 * when the records are written. The addresses are collected in one loop and read in another: in a loop that does
 * nothing but read, the processor waits for many lines at once.
 */
export class Prefetcher {
  readonly #storage: Pick<RecordStorage, 'arena' | 'addresses' | 'pools'>
  readonly #records = new EntryAddresses()
  readonly #sharedTexts = new EntryAddresses()
  /** Fragment numbers of the shared texts in one group. */
  readonly #fragmentNumbers: number[] = []
  readonly #uuid = Buffer.alloc(UUID_BYTES)
  /** Sum of all bytes read, because the optimiser would remove reads without a use. */
  #sum = 0

  constructor(storage: Pick<RecordStorage, 'arena' | 'addresses' | 'pools'>) {
    this.#storage = storage
  }

  /** Prefetches the records of `slots[from, to)`. */
  prefetch(slots: ArrayLike<number>, from: number, to: number, values: IndexedValues): void {
    const { arena, addresses, pools } = this.#storage
    const count = to - from
    for (let i = 0; i < count; i++) {
      const address = addresses.get(slots[from + i]!)
      this.#records.set(i, arena.chunkBytes(address), arena.offset(address))
    }
    let sum = this.#records.read(count, RECORD_LINES)
    for (let i = from; i < to; i++) sum += values.viewsOf(slots[i]!)
    for (let i = from; i < to; i++) sum += values.likesOf(slots[i]!)
    for (let i = from; i < to; i++) sum += values.addedAtMsOf(slots[i]!)
    for (let i = from; i < to; i++) sum += values.updatedAtMsOf(slots[i]!) ?? 0
    for (let i = from; i < to; i++) {
      values.readId(slots[i]!, this.#uuid)
      sum += this.#uuid[0]!
    }
    for (const [group, pool] of pools.entries()) {
      const numbers = this.#records.numbersAt(sharedNumberOffset(group), count, this.#fragmentNumbers)
      for (let i = 0; i < count; i++) sum += pool.start(numbers[i]!)
      for (let i = 0; i < count; i++)
        this.#sharedTexts.set(i, pool.chunkBytes(numbers[i]!), pool.start(numbers[i]!))
      sum += this.#sharedTexts.read(count, SHARED_LINES)
    }
    this.#records.clear(count)
    this.#sharedTexts.clear(count)
    this.#sum = (this.#sum + sum) | 0
  }
}

/**
 * Addresses of the beginnings of entries. The arrays are reused, because new ones for each page cause more garbage
 * collections.
 */
class EntryAddresses {
  readonly #chunks: Buffer[] = []
  readonly #offsets: number[] = []

  set(i: number, chunk: Buffer, offset: number): void {
    this.#chunks[i] = chunk
    this.#offsets[i] = offset
  }

  /**
   * Reads one byte of each of the first `lines` cache lines of `count` entries.
   * @returns a number that depends on all of them.
   */
  read(count: number, lines: number): number {
    let sum = 0
    for (let i = 0; i < count; i++) {
      const chunk = this.#chunks[i]!
      let at = this.#offsets[i]!
      for (let line = 0; line < lines; line++, at += LINE_BYTES) sum = (sum + (chunk[at] ?? 0)) | 0
    }
    return sum
  }

  /** Drops references to chunks, so that a chunk that compaction has dropped can be freed. */
  clear(count: number): void {
    this.#chunks.fill(NO_BYTES, 0, count)
  }

  /** Reads the number of a shared text at `offset` of `count` entries into `out`. */
  numbersAt(offset: number, count: number, out: number[]): readonly number[] {
    for (let i = 0; i < count; i++) out[i] = numberAt(this.#chunks[i]!, this.#offsets[i]! + offset)
    return out
  }
}
