import type { SetMemory } from './set-memory.ts'

/** Bytes that an entry counts in addition to its array. */
const OVERHEAD = 256

interface Entry {
  readonly set: Uint32Array
  /** True when it was used since it was made or passed over. */
  isUsed: boolean
}

/**
 * A cache of sets of documents, bitsets or sorted lists. Beyond a bound of bytes it evicts the oldest, and passes each
 * that was used over once: a set that moved at each use would have its table made anew again and again.
 */
export class SetCache {
  readonly #entries = new Map<string, Entry>()
  readonly #most: number
  readonly #memory: SetMemory
  #bytes = 0

  /** @param bytes most bytes of all sets; the latest set is always kept. */
  constructor(bytes: number, memory: SetMemory) {
    this.#most = bytes
    this.#memory = memory
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** @param make makes the set, which is copied unless the memory lent it. */
  get(key: string, make: () => Uint32Array): Uint32Array {
    const known = this.#entries.get(key)
    if (known !== undefined) {
      known.isUsed = true
      return known.set
    }
    const set = this.#memory.keep(make())
    this.#bytes += bytesOf(set)
    while (this.#bytes > this.#most && this.#entries.size > 0) this.#passOldest()
    this.#entries.set(key, { set, isUsed: false })
    return set
  }

  /** Drops the oldest set, or makes it the latest when it was used. */
  #passOldest(): void {
    const [key, entry] = this.#entries.entries().next().value!
    this.#entries.delete(key)
    if (entry.isUsed) {
      this.#entries.set(key, { ...entry, isUsed: false })
      return
    }
    this.#bytes -= bytesOf(entry.set)
    this.#memory.drop(entry.set)
  }
}

function bytesOf({ buffer }: Uint32Array): number {
  return buffer.byteLength + OVERHEAD
}
