import type { SetMemory } from './set-memory.ts'

/** Bytes that an entry counts in addition to its array. */
const OVERHEAD = 256

/**
 * A cache of sets of documents, bitsets or sorted lists, that evicts the least recently used ones beyond a bound of
 * bytes.
 */
export class SetCache {
  readonly #entries = new Map<string, Uint32Array>()
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
    let set = this.#entries.get(key)
    if (set !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, set)
      return set
    }
    set = this.#memory.keep(make())
    this.#entries.set(key, set)
    this.#bytes += bytesOf(set)
    while (this.#bytes > this.#most && this.#entries.size > 1) this.#dropOldest()
    return set
  }

  #dropOldest(): void {
    const [key, set] = this.#entries.entries().next().value!
    this.#entries.delete(key)
    this.#bytes -= bytesOf(set)
    this.#memory.drop(set)
  }
}

function bytesOf({ buffer }: Uint32Array): number {
  return buffer.byteLength + OVERHEAD
}
