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
  #chunkNumber = -1
  #nextEntry = 0

  constructor(entries: ArenaEntries) {
    this.#entries = entries
  }

  /**
   * Checks up to `limit` of the `size` entries, used or not.
   * @returns false when there is nothing to do.
   */
  step(size: number, limit: number): boolean {
    const { arena } = this.#entries
    if (this.#chunkNumber === -1) {
      this.#chunkNumber = arena.wastefulChunk()
      this.#nextEntry = 0
      if (this.#chunkNumber === -1) return false
    }
    const end = Math.min(this.#nextEntry + limit, size)
    while (this.#nextEntry < end) this.#moveOut(this.#nextEntry++)
    if (this.#nextEntry === size) {
      arena.drop(this.#chunkNumber)
      this.#chunkNumber = -1
    }
    return true
  }

  #moveOut(entry: number): void {
    const { arena, addresses, lengthOf } = this.#entries
    const address = addresses.get(entry)
    if (arena.chunkNumberOf(address) !== this.#chunkNumber) return
    const length = lengthOf(entry)
    if (length === 0) return
    const start = arena.offset(address)
    addresses.set(entry, arena.append(arena.chunkBytes(address).subarray(start, start + length)))
    arena.release(address, length)
  }
}
