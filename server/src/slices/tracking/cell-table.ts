/** Words of a row: slot + 1 (0 = free), cell, views, outbound clicks. */
const STRIDE = 4
const CELL = 1
const COUNT = 2

/** Rows a table takes, as a share of its places: beyond that, looking for a free one grows long. */
const MOST_FULL = 0.75

/** Audience buckets of avatars in one array that never grows: open addressing, rows are added and never removed. */
export class CellTable {
  readonly #words: Uint32Array
  readonly #places: number
  #size = 0

  /** @param places a power of two; 16 bytes for each. */
  constructor(places: number) {
    this.#places = places
    this.#words = new Uint32Array(places * STRIDE)
  }

  /** Rows in use. */
  get size(): number {
    return this.#size
  }

  /**
   * Counts one event (0 a view, 1 an outbound click).
   * @returns false, and counts nothing, when the table is full and has no such row yet.
   */
  add(slot: number, cell: number, event: 0 | 1): boolean {
    const words = this.#words
    let place = hash(slot, cell) & (this.#places - 1)
    for (;;) {
      const row = place * STRIDE
      const tag = words[row]
      if (tag === slot + 1 && words[row + CELL] === cell) {
        words[row + COUNT + event]!++
        return true
      }
      if (tag === 0) {
        if (this.#size >= this.#places * MOST_FULL) return false
        words[row] = slot + 1
        words[row + CELL] = cell
        words[row + COUNT + event] = 1
        this.#size++
        return true
      }
      place = (place + 1) & (this.#places - 1)
    }
  }

  /** Takes everything out: rows of slot, cell, views, outbound clicks, in no order. */
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

/** Two words mixed as MurmurHash3 finishes. */
function hash(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
