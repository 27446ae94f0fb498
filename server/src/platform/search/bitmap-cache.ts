/** Bitsets kept for the next query that needs them, the least lately used dropped beyond a bound of bytes. */
export class BitmapCache {
  readonly #entries = new Map<string, Uint32Array>()
  readonly #most: number

  /** @param bytes of all bitsets together; at least one is kept. */
  constructor(bytes: number, words: number) {
    this.#most = Math.max(1, Math.floor(bytes / Math.max(words * 4, 1024)))
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  get(key: string, make: () => Uint32Array): Uint32Array {
    let bits = this.#entries.get(key)
    if (bits === undefined) bits = make()
    else this.#entries.delete(key)
    this.#entries.set(key, bits)
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value!)
    return bits
  }
}
