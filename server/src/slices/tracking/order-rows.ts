import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum number of rows ordered in one turn of the event loop, which takes some three milliseconds. */
export const MAX_PART_ROWS = 32_768

/**
 * Orders rows by the avatar whose slot is their first value, so that few transactions of a flush change the same page
 * of the database. More than `MAX_PART_ROWS` rows are ordered in parts, each by itself.
 *
 * @param rows each of `columns` values, ordered in place.
 * @param keyOf returns the `CatalogRecord.key` of a slot, or -1.
 */
export async function orderRows(
  rows: Uint32Array,
  columns: number,
  keyOf: (slot: number) => number,
): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_PART_ROWS * columns) {
    if (start > 0) await nextTurn()
    orderPart(rows.subarray(start, start + MAX_PART_ROWS * columns), columns, keyOf)
  }
}

function orderPart(rows: Uint32Array, columns: number, keyOf: (slot: number) => number): void {
  const packedRows = new Float64Array(rows.length / columns)
  for (let row = 0; row < packedRows.length; row++)
    packedRows[row] = (keyOf(rows[row * columns]!) + 1) * MAX_PART_ROWS + row
  packedRows.sort()
  const originalRows = rows.slice()
  let target = 0
  for (const packedRow of packedRows) {
    const source = (packedRow % MAX_PART_ROWS) * columns
    for (let column = 0; column < columns; column++) rows[target++] = originalRows[source + column]!
  }
}
