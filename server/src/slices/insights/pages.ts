import { selectLargest } from './select-largest.ts'
import { sortRange } from './sort-range.ts'

/** Returns the number by which an item is ordered. */
type Key = (item: number) => number

/** An order of items, which are numbered from 0. */
export interface ItemOrder {
  /** Items are ordered by the first key, larger ones first, then by the next. A key is finite. */
  readonly keys: readonly [Key, ...Key[]]
  /** The whole order, in which also items with equal keys differ. */
  readonly compare: (a: number, b: number) => number
}

/** Lists up to this length are sorted by `compare` alone. */
const MAX_UNSELECTED_LENGTH = 64
/** Number of keys that are sampled to find which are too small for an early page. */
const SAMPLE_SIZE = 1024

/**
 * Finds pages of long ordered lists. It selects the keys at both ends of a page, and sorts only the items between. The
 * items that have the key of an end are a list of their own, ordered by the next key.
 */
export class Pages {
  // Reused, because new arrays of this length for each page would make V8 mark the whole heap.
  #items = new Uint32Array()
  #values = new Float64Array()
  #reorderedValues = new Float64Array()

  /** The items at the places `from` to `to - 1`, counted from 0, of the items 0 to `count - 1`. */
  pageOf(count: number, { keys, compare }: ItemOrder, from: number, to: number): number[] {
    if (count > this.#items.length) this.#grow(count)
    const lowerBound = lowerBoundOf(count, keys[0], to)
    const items = this.#items
    let itemCount = 0
    for (let i = 0; i < count; i++) if (keys[0](i) >= lowerBound) items[itemCount++] = i
    return this.#page(items.subarray(0, itemCount), keys, compare, from, to)
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
    if (key === undefined || items.length <= MAX_UNSELECTED_LENGTH)
      return sortedRange(items, compare, from, end)
    const { countBefore, firstTies, between, lastTies } = this.#partsOf(items, key, from, end)
    return [
      ...this.#page(firstTies, keys, compare, from - countBefore, end - countBefore),
      ...between.sort(compare),
      ...this.#page(lastTies, keys, compare, 0, end - countBefore - firstTies.length - between.length),
    ]
  }

  /** Divides items by two keys: that of the item at place `from`, and that of the item at place `end - 1`. */
  #partsOf(items: ArrayLike<number>, key: Key, from: number, end: number) {
    const values = this.#values
    for (let i = 0; i < items.length; i++) values[i] = key(items[i]!)
    const reorderedValues = this.#reorderedValues.subarray(0, items.length)
    reorderedValues.set(values.subarray(0, items.length))
    const highKey = from === 0 ? Infinity : selectLargest(reorderedValues, from, 0)
    // The first call has moved the larger values before place `from`, so the second one begins there.
    const lowKey = selectLargest(reorderedValues, end - 1, from)
    let countBefore = 0
    const [firstTies, between, lastTies]: [number[], number[], number[]] = [[], [], []]
    for (let i = 0; i < items.length; i++) {
      const value = values[i]!
      if (value < lowKey) continue
      if (value > highKey) countBefore++
      else if (value === highKey) firstTies.push(items[i]!)
      else if (value > lowKey) between.push(items[i]!)
      else lastTies.push(items[i]!)
    }
    return { countBefore, firstTies, between, lastTies }
  }

  #grow(count: number): void {
    const length = count * 2
    this.#items = new Uint32Array(length)
    this.#values = new Float64Array(length)
    this.#reorderedValues = new Float64Array(length)
  }
}

function sortedRange(
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
  const step = Math.floor(count / SAMPLE_SIZE)
  if (step < 2 || limit > SAMPLE_SIZE / 4) return -Infinity
  return Float64Array.from({ length: SAMPLE_SIZE }, (_, i) => key(i * step)).sort()[SAMPLE_SIZE - limit]!
}
