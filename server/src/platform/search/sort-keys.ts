import { compareBytes, headOf } from './key-bytes.ts'
import type { Keys } from './merge-keys.ts'

/** Bytes of a key that are sorted as one number: a float also has room for an index below `MAX_TOGETHER`. */
const SORTED_BYTES = 4
const MAX_TOGETHER = 2 ** 21
/** Up to this many keys with a common prefix are sorted by comparison. */
const MAX_INSERTION_SORT = 16
/** Keys with a common prefix of this many bytes are sorted by comparison, so that no text makes the recursion deep. */
const MAX_DEPTH = 128

/**
 * The order of distinct keys, given in any order, by their bytes. A radix sort, four bytes at a time, takes a fifth of
 * the time of comparisons.
 */
export function sortedKeys(keys: Keys): Uint32Array {
  const keysInOrder = new Uint32Array(keys.offsets.length - 1)
  for (let key = 0; key < keysInOrder.length; key++) keysInOrder[key] = key
  sortFrom(keys, keysInOrder, 0)
  return keysInOrder
}

/** Sorts keys whose first `depth` bytes are equal. */
function sortFrom(keys: Keys, keysToSort: Uint32Array, depth: number): void {
  if (keysToSort.length <= MAX_INSERTION_SORT) insertionSort(keys, keysToSort)
  else if (keysToSort.length > MAX_TOGETHER || depth >= MAX_DEPTH)
    keysToSort.sort((a, b) => compareKeys(keys, a, b))
  else sortByHeads(keys, keysToSort, depth)
}

function sortByHeads(keys: Keys, keysToSort: Uint32Array, depth: number): void {
  const packedKeys = new Float64Array(keysToSort.length)
  for (let i = 0; i < keysToSort.length; i++)
    packedKeys[i] = headFrom(keys, keysToSort[i]!, depth) * MAX_TOGETHER + i
  packedKeys.sort()
  const unsortedKeys = keysToSort.slice()
  let start = 0
  let head = -1
  for (let i = 0; i < packedKeys.length; i++) {
    const nextHead = Math.floor(packedKeys[i]! / MAX_TOGETHER)
    keysToSort[i] = unsortedKeys[packedKeys[i]! - nextHead * MAX_TOGETHER]!
    if (nextHead === head) continue
    if (i - start > 1) sortTies(keys, keysToSort.subarray(start, i), head, depth)
    start = i
    head = nextHead
  }
  if (keysToSort.length - start > 1) sortTies(keys, keysToSort.subarray(start), head, depth)
}

function sortTies(keys: Keys, ties: Uint32Array, head: number, depth: number): void {
  // Heads never distinguish a key from the same key followed by zeros.
  if (head === 0) ties.sort((a, b) => compareKeys(keys, a, b))
  else sortFrom(keys, ties, depth + SORTED_BYTES)
}

/** For few keys this is faster than `sort`, which calls back. */
function insertionSort(keys: Keys, fewKeys: Uint32Array): void {
  for (let i = 1; i < fewKeys.length; i++) {
    const key = fewKeys[i]!
    let at = i
    for (; at > 0 && compareKeys(keys, fewKeys[at - 1]!, key) > 0; at--) fewKeys[at] = fewKeys[at - 1]!
    fewKeys[at] = key
  }
}

function compareKeys({ bytes, offsets }: Keys, a: number, b: number): number {
  return compareBytes(bytes, offsets[a]!, offsets[a + 1]!, bytes, offsets[b]!, offsets[b + 1]!)
}

function headFrom({ bytes, offsets }: Keys, key: number, depth: number): number {
  return headOf(bytes, offsets[key]! + depth, offsets[key + 1]!, SORTED_BYTES)
}
