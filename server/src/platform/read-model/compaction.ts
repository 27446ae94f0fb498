import type { ByteArena } from './byte-arena.ts'
import type { Column } from './column.ts'

/** The entries of an arena: entry n is at `addresses.get(n)` and has `lengthOf(n)` bytes, 0 when it is unused. */
export interface ArenaEntries {
  arena: ByteArena
  addresses: Column
  lengthOf: (entry: number) => number
}

/**
 * Closes the holes of released entries: moves the live entries of a wasteful chunk to the end of the arena, a few per
 * step, and then frees the chunk. Holes thus take at most about 40 % of the entries' bytes.
 */
export class Compaction {
  readonly #entries: ArenaEntries
  #chunk = -1
  #next = 0

  constructor(entries: ArenaEntries) {
    this.#entries = entries
  }

  /**
   * Checks the next `limit` of the first `size` entries.
   * @returns false when there is nothing to do.
   */
  step(size: number, limit: number): boolean {
    const { arena } = this.#entries
    if (this.#chunk === -1) {
      this.#chunk = arena.wastefulChunk()
      this.#next = 0
      if (this.#chunk === -1) return false
    }
    const end = Math.min(this.#next + limit, size)
    while (this.#next < end) this.#moveOut(this.#next++)
    if (this.#next === size) {
      arena.drop(this.#chunk)
      this.#chunk = -1
    }
    return true
  }

  #moveOut(entry: number): void {
    const { arena, addresses, lengthOf } = this.#entries
    const address = addresses.get(entry)
    if (arena.chunkOf(address) !== this.#chunk) return
    const length = lengthOf(entry)
    if (length === 0) return
    const start = arena.offset(address)
    addresses.set(entry, arena.append(arena.chunk(address).subarray(start, start + length)))
    arena.release(address, length)
  }
}
