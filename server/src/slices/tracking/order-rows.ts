import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum number of rows ordered together, in one turn of the event loop; this takes some three milliseconds. */
export const MAX_TOGETHER = 32_768

/**
 * Orders rows by the avatar in their first word, so that few transactions of a flush change the same page of the
 * database. If there are more than 32,768 rows, each part of this size is ordered by itself.
 *
 * @param rows rows of `stride` words, ordered in place.
 * @param keyOf returns the `CatalogRecord.key` of a slot, or -1.
 */
export async function orderRows(
  rows: Uint32Array,
  stride: number,
  keyOf: (slot: number) => number,
): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_TOGETHER * stride) {
    if (start > 0) await nextTurn()
    orderPart(rows.subarray(start, start + MAX_TOGETHER * stride), stride, keyOf)
  }
}

function orderPart(rows: Uint32Array, stride: number, keyOf: (slot: number) => number): void {
  const packed = new Float64Array(rows.length / stride)
  for (let row = 0; row < packed.length; row++)
    packed[row] = (keyOf(rows[row * stride]!) + 1) * MAX_TOGETHER + row
  packed.sort()
  const before = rows.slice()
  let to = 0
  for (const each of packed) {
    const from = (each % MAX_TOGETHER) * stride
    for (let word = 0; word < stride; word++) rows[to++] = before[from + word]!
  }
}
