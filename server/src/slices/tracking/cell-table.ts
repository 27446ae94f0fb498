import { HashTable } from '../../kernel/hash-table.ts'

/** Words per row: slot, cell, views, outbound clicks. */
const STRIDE = 4
const CELL = 1
const COUNT = 2

/** Counts of audience buckets, in an array of fixed size. */
export class CellTable {
  readonly #words: Uint32Array
  #table = this.#newTable()
  #size = 0

  /** @param maxCells maximum number of rows, of at most 27 bytes each. */
  constructor(maxCells: number) {
    this.#words = new Uint32Array(maxCells * STRIDE)
  }

  /**
   * Counts one event (0 a view, 1 an outbound click).
   * @returns false, without counting, when the row does not exist and the table is full.
   */
  add(slot: number, cell: number, event: 0 | 1): boolean {
    const words = this.#words
    let at =
      STRIDE *
      this.#table.find(
        hash(slot, cell),
        row => words[row * STRIDE] === slot && words[row * STRIDE + CELL] === cell,
      )
    if (at < 0) {
      at = this.#size * STRIDE
      if (at === words.length) return false
      words.set([slot, cell, 0, 0], at)
      this.#table.add(this.#size++)
    }
    words[at + COUNT + event]!++
    return true
  }

  /** Removes and returns all rows of slot, cell, views and outbound clicks, in the order of their first count. */
  drain(): Uint32Array {
    const rows = this.#words.slice(0, this.#size * STRIDE)
    this.#table = this.#newTable()
    this.#size = 0
    return rows
  }

  #newTable(): HashTable {
    return new HashTable(row => hash(this.#words[row * STRIDE]!, this.#words[row * STRIDE + CELL]!))
  }
}

/** Mixes two words like the finalizer of MurmurHash3. */
function hash(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
