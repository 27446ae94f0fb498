import { HashTable } from '../../kernel/hash-table.ts'

/** A row has the columns slot, cell, views and outbound clicks. */
const COLUMNS = 4
const CELL_COLUMN = 1
const COUNT_COLUMN = 2

/** Counts of audience buckets, in an array of fixed size. */
export class CellTable {
  readonly #values: Uint32Array
  #table = this.#newTable()
  #size = 0

  /** @param maxCells maximum number of rows, of at most 27 bytes each. */
  constructor(maxCells: number) {
    this.#values = new Uint32Array(maxCells * COLUMNS)
  }

  /**
   * Counts one event (0 a view, 1 an outbound click).
   * @returns false, without counting, when the row does not exist and the table is full.
   */
  add(slot: number, cell: number, event: 0 | 1): boolean {
    const values = this.#values
    let offset =
      COLUMNS *
      this.#table.find(
        hash(slot, cell),
        row => values[row * COLUMNS] === slot && values[row * COLUMNS + CELL_COLUMN] === cell,
      )
    if (offset < 0) {
      offset = this.#size * COLUMNS
      if (offset === values.length) return false
      values.set([slot, cell, 0, 0], offset)
      this.#table.add(this.#size++)
    }
    values[offset + COUNT_COLUMN + event]!++
    return true
  }

  /** Removes and returns all rows of slot, cell, views and outbound clicks, in the order of their first count. */
  drain(): Uint32Array {
    const rows = this.#values.slice(0, this.#size * COLUMNS)
    this.#table = this.#newTable()
    this.#size = 0
    return rows
  }

  #newTable(): HashTable {
    return new HashTable(row =>
      hash(this.#values[row * COLUMNS]!, this.#values[row * COLUMNS + CELL_COLUMN]!),
    )
  }
}

/** Mixes two numbers like the finalizer of MurmurHash3. */
function hash(a: number, b: number): number {
  let mixedBits = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  mixedBits = Math.imul(mixedBits ^ (mixedBits >>> 16), 0x85ebca6b)
  mixedBits = Math.imul(mixedBits ^ (mixedBits >>> 13), 0xc2b2ae35)
  return (mixedBits ^ (mixedBits >>> 16)) >>> 0
}
