import { cellsFor, firstCell, nextCell } from '../../kernel/hash-table.ts'

/** Words of a row: slot + 1 (0 = free), cell, views, outbound clicks. */
const STRIDE = 4
const CELL = 1
const COUNT = 2

/** A hash table of audience buckets in one array of fixed size. */
export class CellTable {
  readonly #words: Uint32Array
  readonly #places: number
  readonly #most: number
  #size = 0

  /** @param most number of rows, 22 bytes each. */
  constructor(most: number) {
    this.#most = most
    this.#places = cellsFor(most)
    this.#words = new Uint32Array(this.#places * STRIDE)
  }

  get size(): number {
    return this.#size
  }

  /**
   * Counts one event (0 a view, 1 an outbound click).
   * @returns false, and counts nothing, when the table is full and has no such row yet.
   */
  add(slot: number, cell: number, event: 0 | 1): boolean {
    const words = this.#words
    let place = firstCell(hash(slot, cell), this.#places)
    for (;;) {
      const row = place * STRIDE
      const tag = words[row]
      if (tag === slot + 1 && words[row + CELL] === cell) {
        words[row + COUNT + event]!++
        return true
      }
      if (tag === 0) {
        if (this.#size === this.#most) return false
        words[row] = slot + 1
        words[row + CELL] = cell
        words[row + COUNT + event] = 1
        this.#size++
        return true
      }
      place = nextCell(place, this.#places)
    }
  }

  /** Returns and removes all rows of slot, cell, views and outbound clicks, in no order. */
  drain(): Uint32Array {
    const rows = new Uint32Array(this.#size * STRIDE)
    let at = 0
    for (let row = 0; row < this.#words.length; row += STRIDE) {
      const tag = this.#words[row]!
      if (tag === 0) continue
      rows[at] = tag - 1
      rows[at + 1] = this.#words[row + CELL]!
      rows[at + 2] = this.#words[row + COUNT]!
      rows[at + 3] = this.#words[row + COUNT + 1]!
      at += STRIDE
    }
    this.#words.fill(0)
    this.#size = 0
    return rows
  }
}

/** Mixes two words like the finalizer of MurmurHash3. */
function hash(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
