import { cellsFor, HashTable } from '../../kernel/hash-table.ts'

const INITIAL_CAPACITY = 1024

/** An eighth more than needed. Doubling would cost some hundred bytes of sums per avatar. */
export function capacityFor(placeCount: number): number {
  return Math.max(INITIAL_CAPACITY, Math.ceil(placeCount * 1.125))
}

/** The places of avatars by `CatalogRecord.key`: indexes from 0 that never change. */
export class Places {
  #size = 0
  /** Keys by place, with room for more. */
  #keys: Uint32Array
  readonly #table: HashTable

  /** @param keys those of the first places, in their order. */
  constructor(keys: ArrayLike<number> = []) {
    this.#keys = new Uint32Array(capacityFor(keys.length))
    this.#keys.set(keys)
    this.#table = new HashTable(place => hashOf(this.#keys[place]!), new Uint32Array(cellsFor(keys.length)))
    for (; this.#size < keys.length; this.#size++) this.#table.add(this.#size)
  }

  get size(): number {
    return this.#size
  }

  /** The number of places for which there is room. */
  get capacity(): number {
    return this.#keys.length
  }

  get byteLength(): number {
    return this.#keys.byteLength
  }

  /** Keys by place. */
  get keys(): Uint32Array {
    return this.#keys.subarray(0, this.#size)
  }

  /** The place of a key, or -1. */
  placeOf(key: number): number {
    return this.#table.find(hashOf(key), place => this.#keys[place] === key)
  }

  /** Gives the next place to a key that has none. There must be room. */
  add(key: number): number {
    const place = this.#size++
    this.#keys[place] = key
    this.#table.add(place)
    return place
  }

  grow(capacity: number): void {
    const keys = new Uint32Array(capacity)
    keys.set(this.#keys)
    this.#keys = keys
  }
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 0
}
