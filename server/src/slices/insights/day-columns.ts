import { COUNTERS, type Counter } from '@avatary/contract/insights'
import { popcount } from '../../kernel/bits.ts'
import type { Counts } from './counts.ts'

type Column = Uint16Array | Uint8Array | Int8Array

/** The width of each counter. The widest come first, so that every column begins at a multiple of its width. */
const COLUMN_TYPES: Record<Counter, new (buffer: ArrayBuffer, start: number, rows: number) => Column> = {
  impressions: Uint16Array,
  views: Uint16Array,
  outbound: Uint8Array,
  wears: Uint8Array,
  likes: Int8Array,
  favorites: Int8Array,
}
const ROW_BYTES = 8

/**
 * Counts of one day in typed arrays: a column for each counter, and a row for each avatar with any activity, in the
 * order of their places. Rows do not change once they are set, so that a snapshot can be written meanwhile.
 */
export class DayColumns {
  /** Two words for each 32 places: a bit for each place that has a row, and the number of rows before them. */
  readonly index: Uint32Array
  /** The columns, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly rows: number
  readonly #columns: readonly Column[]

  /** @throws RangeError when there are not as many rows as the index tells of. */
  constructor(index: Uint32Array, bytes: Uint8Array<ArrayBuffer>) {
    this.index = index
    this.bytes = bytes
    this.rows = rowsOf(index)
    if (bytes.length !== this.rows * ROW_BYTES)
      throw new RangeError(`${this.rows} rows do not have ${bytes.length} bytes`)
    let start = bytes.byteOffset
    this.#columns = COUNTERS.map(counter => {
      const column = new COLUMN_TYPES[counter](bytes.buffer, start, this.rows)
      start += column.byteLength
      return column
    })
  }

  /** Copies the rows and adds rows of zeros for those of `places` that have none. */
  withPlaces(places: Uint32Array): DayColumns {
    const words = places.reduce((words, place) => Math.max(words, ((place >>> 5) + 1) * 2), this.index.length)
    const index = new Uint32Array(words)
    for (let word = 0; word < this.index.length; word += 2) index[word] = this.index[word]!
    for (const place of places) index[(place >>> 5) * 2]! |= 1 << (place & 31)
    for (let word = 2; word < words; word += 2)
      index[word + 1] = index[word - 1]! + popcount(index[word - 2]!)
    const wider = new DayColumns(index, new Uint8Array(rowsOf(index) * ROW_BYTES))
    const rows = this.#rowsIn(index)
    for (const [counter, column] of this.#columns.entries()) {
      const to = wider.#columns[counter]!
      for (let row = 0; row < this.rows; row++) to[rows[row]!] = column[row]!
    }
    return wider
  }

  /** The row in `wider`, an index with more places, of each row. */
  #rowsIn(wider: Uint32Array): Uint32Array {
    const rows = new Uint32Array(this.rows)
    let row = 0
    for (let word = 0; word < this.index.length; word += 2)
      for (let bits = this.index[word]!; bits !== 0; bits &= bits - 1)
        rows[row++] = wider[word + 1]! + popcount(wider[word]! & ((bits & -bits) - 1))
    return rows
  }

  get byteLength(): number {
    return this.index.byteLength + this.bytes.byteLength
  }

  places(): Uint32Array {
    const places = new Uint32Array(this.rows)
    let row = 0
    for (let word = 0; word < this.index.length; word += 2)
      for (let bits = this.index[word]!; bits !== 0; bits &= bits - 1)
        places[row++] = (word << 4) + lowestBit(bits)
    return places
  }

  /** Returns the row of a place, or -1 when it has none. */
  rowOf(place: number): number {
    const word = (place >>> 5) * 2
    if (word >= this.index.length) return -1
    const bits = this.index[word]!
    const bit = 1 << (place & 31)
    return (bits & bit) === 0 ? -1 : this.index[word + 1]! + popcount(bits & (bit - 1))
  }

  count(row: number, counter: number): number {
    return this.#columns[counter]![row]!
  }

  /**
   * Sets rows, only before anybody reads these columns.
   * @param counts an array for each counter, in the order of `rows`.
   * @returns the places in `rows` of those whose counts do not fit their columns; they must not be read then.
   */
  setRows(rows: Uint32Array, counts: readonly Counts[]): number[] {
    for (const [counter, column] of this.#columns.entries())
      for (let i = 0; i < rows.length; i++) column[rows[i]!] = counts[counter]![i]!
    const unfit = new Set<number>()
    for (const [counter, column] of this.#columns.entries())
      for (let i = 0; i < rows.length; i++) if (column[rows[i]!] !== counts[counter]![i]) unfit.add(i)
    return [...unfit]
  }

  /** A 1 for each row with any count. */
  activeRows(): Uint8Array {
    const active = new Uint8Array(this.rows)
    for (const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: width } of this.#columns) {
      const bytes = new Uint8Array(buffer, byteOffset, byteLength)
      for (let i = 0; i < byteLength; i++) if (bytes[i] !== 0) active[i >> (width - 1)] = 1
    }
    return active
  }

  /** Adds the counts of a row to `sums`, or subtracts them. */
  addRow(row: number, sums: number[], times: 1 | -1): void {
    for (let counter = 0; counter < this.#columns.length; counter++)
      sums[counter]! += times * this.#columns[counter]![row]!
  }

  /** Adds one counter of every row to the sum of its place, or subtracts it. */
  addColumn(counter: number, sums: Int32Array | Float64Array, times: 1 | -1): void {
    const column = this.#columns[counter]!
    const { index } = this
    let row = 0
    for (let word = 0; word < index.length; word += 2) {
      const first = word << 4
      for (let bits = index[word]!; bits !== 0; bits &= bits - 1)
        sums[first + lowestBit(bits)]! += times * column[row++]!
    }
  }
}

function rowsOf(index: Uint32Array): number {
  return index.length === 0 ? 0 : index.at(-1)! + popcount(index.at(-2)!)
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
