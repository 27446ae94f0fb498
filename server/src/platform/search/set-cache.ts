/** Least bytes that an entry counts for: what is around the array. */
const OVERHEAD = 256
/** Dropped bitsets kept for the next one that is made. */
const SPARE = 4

/**
 * Sets of documents, bitsets or sorted lists, kept for the next query that needs them; beyond a bound of bytes the
 * ones not used for longest are dropped. A dropped bitset is used again, so a set must not be kept beyond a query.
 */
export class SetCache {
  readonly #entries = new Map<string, Uint32Array>()
  readonly #most: number
  readonly #words: number
  readonly #spare: Uint32Array[] = []
  readonly #onDrop: (set: Uint32Array) => void
  #bytes = 0

  /**
   * @param bytes of all sets together; the latest is kept whatever its size.
   * @param words of a bitset.
   */
  constructor(bytes: number, words: number, onDrop: (set: Uint32Array) => void) {
    this.#most = bytes
    this.#words = words
    this.#onDrop = onDrop
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  get(key: string, make: () => Uint32Array): Uint32Array {
    let set = this.#entries.get(key)
    if (set !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, set)
      return set
    }
    set = make()
    this.#entries.set(key, set)
    this.#bytes += set.byteLength + OVERHEAD
    while (this.#bytes > this.#most && this.#entries.size > 1) this.#dropOldest()
    return set
  }

  /** A bitset of nothing. */
  emptyBits(): Uint32Array {
    return this.#spare.pop()?.fill(0) ?? new Uint32Array(this.#words)
  }

  #dropOldest(): void {
    const [key, set] = this.#entries.entries().next().value!
    this.#entries.delete(key)
    this.#bytes -= set.byteLength + OVERHEAD
    this.#onDrop(set)
    if (set.length === this.#words && this.#spare.length < SPARE) this.#spare.push(set)
  }
}
