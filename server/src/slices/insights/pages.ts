import { selectLargest } from './select-largest.ts'
import { sortRange } from './sort-range.ts'

type Key = (item: number) => number

/** An order of items, which are numbered from 0. */
export interface ItemOrder {
  /** Items are ordered by the first key, larger ones first, then by the next. A key is finite. */
  readonly keys: readonly [Key, ...Key[]]
  /** The whole order; items of equal keys differ in it. */
  readonly compare: (a: number, b: number) => number
}

/** Lists that are not longer are sorted without their keys. */
const SHORT = 64
/** Keys sampled to find those that are too small for a first page. */
const SAMPLE = 1024

/**
 * Finds pages of long ordered lists. It selects the keys at both ends of a page, and sorts only the items between. The
 * items that have the key of an end are a list of their own, ordered by the next key.
 */
export class Pages {
  // Reused, because new arrays of this length for each page would make V8 mark the whole heap.
  #items = new Uint32Array()
  #values = new Float64Array()
  #rankedValues = new Float64Array()

  /** The items at the ranks `from` to `to - 1` of the items 0 to `count - 1`. */
  of(count: number, { keys, compare }: ItemOrder, from: number, to: number): number[] {
    if (count > this.#items.length) this.#grow(count)
    const lowerBound = lowerBoundOf(count, keys[0], to)
    const items = this.#items
    let foundCount = 0
    for (let i = 0; i < count; i++) if (keys[0](i) >= lowerBound) items[foundCount++] = i
    return this.#page(items.subarray(0, foundCount), keys, compare, from, to)
  }

  #page(
    items: ArrayLike<number>,
    [key, ...keys]: readonly Key[],
    compare: ItemOrder['compare'],
    from: number,
    to: number,
  ): number[] {
    const end = Math.min(to, items.length)
    if (from >= end) return []
    if (key === undefined || items.length <= SHORT) return sorted(items, compare, from, end)
    const { before, first, between, last } = this.#parts(items, key, from, end)
    return [
      ...this.#page(first, keys, compare, from - before, end - before),
      ...between.sort(compare),
      ...this.#page(last, keys, compare, 0, end - before - first.length - between.length),
    ]
  }

  /** The number of items before the key at `from`, the items with that key, with the key at `end - 1`, and between. */
  #parts(items: ArrayLike<number>, key: Key, from: number, end: number) {
    const values = this.#values
    for (let i = 0; i < items.length; i++) values[i] = key(items[i]!)
    const rankedValues = this.#rankedValues.subarray(0, items.length)
    rankedValues.set(values.subarray(0, items.length))
    const high = from === 0 ? Infinity : selectLargest(rankedValues, from, 0)
    const low = selectLargest(rankedValues, end - 1, from)
    let before = 0
    const [first, between, last]: [number[], number[], number[]] = [[], [], []]
    for (let i = 0; i < items.length; i++) {
      const value = values[i]!
      if (value < low) continue
      if (value > high) before++
      else if (value === high) first.push(items[i]!)
      else if (value > low) between.push(items[i]!)
      else last.push(items[i]!)
    }
    return { before, first, between, last }
  }

  #grow(count: number): void {
    const length = count * 2
    this.#items = new Uint32Array(length)
    this.#values = new Float64Array(length)
    this.#rankedValues = new Float64Array(length)
  }
}

function sorted(
  items: ArrayLike<number>,
  compare: ItemOrder['compare'],
  from: number,
  end: number,
): number[] {
  const copy = Uint32Array.from(items)
  sortRange(copy, from, end, compare)
  return Array.from(copy.subarray(from, end))
}

/** A key that at least `limit` of the items 0 to `count - 1` reach; -Infinity when a sample does not tell. */
function lowerBoundOf(count: number, key: Key, limit: number): number {
  const step = Math.floor(count / SAMPLE)
  if (step < 2 || limit > SAMPLE / 4) return -Infinity
  return Float64Array.from({ length: SAMPLE }, (_, i) => key(i * step)).sort()[SAMPLE - limit]!
}
