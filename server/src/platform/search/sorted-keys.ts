import { compareBytes, HEAD_BYTES, headOf } from './key-bytes.ts'
import type { Keys } from './merge-keys.ts'
import { bisect } from './stream.ts'

/** The head of every key at a multiple of this is in memory. */
const STRIDE = 64
const MAX_BYTE = 0xff

/**
 * Finds keys among many sorted ones. It first bisects the heads of some keys, which are their first bytes as numbers
 * and fit into the processor's cache. Bisecting the keys themselves would wait for memory at each step; here only the
 * last steps do.
 */
export class SortedKeys {
  readonly #keys: Keys
  readonly #size: number
  #heads: Float64Array | null = null

  constructor(keys: Keys) {
    this.#keys = keys
    this.#size = keys.offsets.length - 1
  }

  /** The keys that equal `key`, or that start with it: from `from` to `to - 1`. */
  range(key: Uint8Array, isPrefix: boolean): [from: number, to: number] {
    const from = this.#lowerBound(key, false)
    if (isPrefix) return [from, this.#lowerBound(key, true)]
    return [from, from + Number(this.#isKey(from, key))]
  }

  #isKey(at: number, key: Uint8Array): boolean {
    const { bytes, offsets } = this.#keys
    return at < this.#size && compareBytes(bytes, offsets[at]!, offsets[at + 1]!, key, 0, key.length) === 0
  }

  /** The first key that is not before `key`; with `isAfter`, the first one after all keys that start with `key`. */
  #lowerBound(key: Uint8Array, isAfter: boolean): number {
    const { bytes, offsets } = this.#keys
    this.#heads ??= headsOf(this.#keys, this.#size)
    const heads = this.#heads
    const head = headOf(key, 0, key.length, HEAD_BYTES, isAfter ? MAX_BYTE : 0)
    const lower = bisect(0, heads.length, i => heads[i]! >= head)
    const end = bisect(lower, heads.length, i => heads[i]! > head)
    const from = Math.max(0, (lower - 1) * STRIDE + 1)
    return bisect(from, Math.min(this.#size, end * STRIDE), at => {
      const start = offsets[at]!
      const end = isAfter ? Math.min(offsets[at + 1]!, start + key.length) : offsets[at + 1]!
      const order = compareBytes(bytes, start, end, key, 0, key.length)
      return order > 0 || (order === 0 && !isAfter)
    })
  }
}

function headsOf({ bytes, offsets }: Keys, size: number): Float64Array {
  const heads = new Float64Array(Math.ceil(size / STRIDE))
  for (let i = 0; i < heads.length; i++) {
    const key = i * STRIDE
    heads[i] = headOf(bytes, offsets[key]!, offsets[key + 1]!, HEAD_BYTES)
  }
  return heads
}
