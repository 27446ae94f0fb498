type Compare = (a: number, b: number) => number

/** Shorter parts are sorted by insertion sort. */
const SHORT_PART = 12

/**
 * Sorts only the items that belong at the indexes `from` to `to - 1`, by a quicksort of the parts that overlap this
 * range. For a page of a long list, it compares each item only a few times.
 * @param compare a total order.
 */
export function sortRange(items: Uint32Array, from: number, to: number, compare: Compare): void {
  const parts: [low: number, high: number][] = [[0, items.length - 1]]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [low, high] = part
    if (high < from || low >= to || low >= high) continue
    if (high - low < SHORT_PART) insertionSort(items, low, high, compare)
    else {
      const [end, begin] = partition(items, low, high, compare)
      parts.push([low, end], [begin, high])
    }
  }
}

/** Partitions around the median of three. @returns the end of the first part and the start of the second. */
function partition(items: Uint32Array, low: number, high: number, compare: Compare): [number, number] {
  const pivot = median(items[low]!, items[(low + high) >>> 1]!, items[high]!, compare)
  let i = low
  let j = high
  while (i <= j) {
    while (compare(items[i]!, pivot) < 0) i++
    while (compare(items[j]!, pivot) > 0) j--
    if (i > j) break
    const item = items[i]!
    items[i++] = items[j]!
    items[j--] = item
  }
  return [j, i]
}

function median(a: number, b: number, c: number, compare: Compare): number {
  if (compare(a, b) > 0) return compare(b, c) > 0 ? b : compare(a, c) > 0 ? c : a
  return compare(a, c) > 0 ? a : compare(b, c) > 0 ? c : b
}

function insertionSort(items: Uint32Array, low: number, high: number, compare: Compare): void {
  for (let i = low + 1; i <= high; i++) {
    const item = items[i]!
    let j = i
    for (; j > low && compare(items[j - 1]!, item) > 0; j--) items[j] = items[j - 1]!
    items[j] = item
  }
}
