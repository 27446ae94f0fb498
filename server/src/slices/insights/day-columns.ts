import { COUNTERS } from '@avatary/contract/insights'
import { popcount } from '../../kernel/bits.ts'
import { concatNumbers } from '../../kernel/concat-numbers.ts'
import {
  countOfCode,
  largeCodeOf,
  type PackedCounts,
  pack,
  packedLength,
  packLarge,
  rowSteps,
  unpackLarge,
} from './packed-counts.ts'

/** True for the counters that can also decrease, because likes and saves can be undone. */
const IS_NET: readonly boolean[] = COUNTERS.map(counter => counter === 'likes' || counter === 'favorites')

/** The arrays of one day. They never change once made, so that a snapshot can be written in the background. */
export interface DayArrays {
  /**
   * Two numbers for each 32 places: a bit for each place that has a row, and the number of rows before these places.
   */
  index: Uint32Array
  /** First the width of codes for each counter (`PackedCounts`), then for each counter the codes of all rows. */
  codes: Uint32Array
  /** `counter * rowCount + row` of each large count, which is one without a code, ascending. */
  largeRows: Uint32Array
  /** The large counts in the order of `largeRows`, as `packLarge` writes them. */
  largeCounts: Uint32Array | Float64Array
}

const NO_ROWS: DayArrays = {
  index: new Uint32Array(),
  codes: new Uint32Array(COUNTERS.length),
  largeRows: new Uint32Array(),
  largeCounts: new Uint32Array(),
}

/** The counts of one day in a few bits each. Each avatar with activity has a row; rows are in the order of places. */
export class DayColumns {
  readonly arrays: DayArrays
  readonly rowCount: number
  readonly largeCounts: Int32Array | Float64Array
  /** The index in `codes` at which the codes of each counter begin. */
  readonly #codeStarts: readonly number[]

  /** @throws RangeError when the arrays do not have the number of rows given by the index. */
  constructor(arrays: DayArrays = NO_ROWS) {
    const { index, codes, largeRows } = arrays
    this.arrays = arrays
    this.largeCounts = unpackLarge(arrays.largeCounts)
    this.rowCount = rowCountOf(index)
    let end = COUNTERS.length
    this.#codeStarts = COUNTERS.map((_, counter) => {
      const start = end
      end += packedLength(this.rowCount, codes[counter]!)
      return start
    })
    if (codes.length !== end || largeRows.length !== this.largeCounts.length)
      throw new RangeError(`${this.rowCount} rows do not have ${codes.length} numbers of codes`)
  }

  /**
   * Copies the rows and sets those of some places; yields before each counter, and after each 65,536 rows of it.
   * @param countOf returns the new count of `places[i]`.
   */
  *copyWith(
    places: Uint32Array,
    countOf: (i: number, counter: number) => number,
  ): Generator<void, DayColumns> {
    const index = indexWith(this.arrays.index, places)
    const rowCount = rowCountOf(index)
    const copiedRows = rowsIn(index, placesOf(this.arrays.index))
    const setRows = rowsIn(index, places)
    const counts = new Float64Array(rowCount)
    const columns: PackedCounts[] = []
    const largeRows: number[] = []
    const largeCounts: number[] = []
    for (const counter of COUNTERS.keys()) {
      yield
      yield* this.#copy(counter, counts.fill(0), copiedRows)
      for (const { start, end } of rowSteps(setRows.length)) {
        if (start > 0) yield
        for (let i = start; i < end; i++) counts[setRows[i]!] = countOf(i, counter)
      }
      const packedCounts = yield* pack(counts, IS_NET[counter]!)
      for (const row of packedCounts.largeIndexes) {
        largeRows.push(counter * rowCount + row)
        largeCounts.push(counts[row]!)
      }
      columns.push(packedCounts)
    }
    return new DayColumns({
      index,
      codes: columns.reduce<Uint32Array>(
        (codes, { packedCodes }) => concatNumbers(codes, packedCodes),
        Uint32Array.from(columns, ({ width }) => width),
      ),
      largeRows: Uint32Array.from(largeRows),
      largeCounts: packLarge(largeCounts),
    })
  }

  get byteLength(): number {
    return Object.values(this.arrays).reduce((bytes, { byteLength }) => bytes + byteLength, 0)
  }

  /** The places that have a count other than 0, ascending. */
  activePlaces(): Uint32Array {
    const places = placesOf(this.arrays.index)
    let count = 0
    for (let row = 0; row < places.length; row++) if (this.#isActive(row)) places[count++] = places[row]!
    return places.subarray(0, count)
  }

  #isActive(row: number): boolean {
    for (let counter = 0; counter < COUNTERS.length; counter++)
      if (this.count(row, counter) !== 0) return true
    return false
  }

  /** The row of a place, or -1 when it has none. */
  rowOf(place: number): number {
    const { index } = this.arrays
    const bitsAt = (place >>> 5) * 2
    if (bitsAt >= index.length) return -1
    const bits = index[bitsAt]!
    const bit = 1 << (place & 31)
    return (bits & bit) === 0 ? -1 : index[bitsAt + 1]! + popcount(bits & (bit - 1))
  }

  count(row: number, counter: number): number {
    const { codes } = this.arrays
    const width = codes[counter]!
    const largeCode = largeCodeOf(width)
    const bit = row * width
    const code = (codes[this.#codeStarts[counter]! + (bit >>> 5)]! >>> (bit & 31)) & largeCode
    if (code === largeCode) return this.largeCounts[this.#largeFrom(counter, row)]!
    return countOfCode(code, IS_NET[counter]!)
  }

  /** Adds the counts of a row to `sums`, or subtracts them if `times` is -1. */
  addRow(row: number, sums: number[], times: 1 | -1): void {
    for (let counter = 0; counter < COUNTERS.length; counter++)
      sums[counter]! += times * this.count(row, counter)
  }

  /** Adds one counter of every row to the sum of its place, or subtracts it if `times` is -1. */
  addColumn(counter: number, sums: Int32Array | Float64Array, times: 1 | -1): void {
    const { index, codes } = this.arrays
    const width = codes[counter]!
    const largeCode = largeCodeOf(width)
    const isNet = IS_NET[counter]!
    let largeIndex = this.#largeFrom(counter, 0)
    let bit = this.#codeStarts[counter]! * 32
    for (let bitsAt = 0; bitsAt < index.length; bitsAt += 2) {
      const firstPlace = bitsAt << 4
      for (let bits = index[bitsAt]! | 0; bits !== 0; bits &= bits - 1) {
        const code = (codes[bit >>> 5]! >>> (bit & 31)) & largeCode
        bit += width
        const place = firstPlace + lowestBit(bits)
        if (code === largeCode) sums[place]! += times * this.largeCounts[largeIndex++]!
        // A product of integers is faster than one of floating-point numbers.
        else sums[place]! += Math.imul(times, countOfCode(code, isNet))
      }
    }
  }

  /** Sets the counts of a counter; that of row `i` becomes the count of `toRows[i]`. */
  *#copy(counter: number, counts: Float64Array, toRows: Uint32Array): Generator<void> {
    const { codes } = this.arrays
    const width = codes[counter]!
    const largeCode = largeCodeOf(width)
    const isNet = IS_NET[counter]!
    let largeIndex = this.#largeFrom(counter, 0)
    let bit = this.#codeStarts[counter]! * 32
    for (const { start, end } of rowSteps(toRows.length)) {
      if (start > 0) yield
      for (let row = start; row < end; row++, bit += width) {
        const code = (codes[bit >>> 5]! >>> (bit & 31)) & largeCode
        counts[toRows[row]!] = code === largeCode ? this.largeCounts[largeIndex++]! : countOfCode(code, isNet)
      }
    }
  }

  /** The index of the first large count of a counter at or after a row. */
  #largeFrom(counter: number, row: number): number {
    const { largeRows } = this.arrays
    const wantedLargeRow = counter * this.rowCount + row
    let [low, high] = [0, largeRows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (largeRows[middle]! < wantedLargeRow) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A copy of an index that also has rows for `places`. */
function indexWith(oldIndex: Uint32Array, places: Uint32Array): Uint32Array {
  let length = oldIndex.length
  for (const place of places) length = Math.max(length, ((place >>> 5) + 1) * 2)
  const index = new Uint32Array(length)
  for (let bitsAt = 0; bitsAt < oldIndex.length; bitsAt += 2) index[bitsAt] = oldIndex[bitsAt]!
  for (const place of places) index[(place >>> 5) * 2]! |= 1 << (place & 31)
  for (let bitsAt = 2; bitsAt < length; bitsAt += 2)
    index[bitsAt + 1] = index[bitsAt - 1]! + popcount(index[bitsAt - 2]!)
  return index
}

/** The places that have rows, ascending. */
function placesOf(index: Uint32Array): Uint32Array {
  const places = new Uint32Array(rowCountOf(index))
  let row = 0
  for (let bitsAt = 0; bitsAt < index.length; bitsAt += 2)
    for (let bits = index[bitsAt]!; bits !== 0; bits &= bits - 1)
      places[row++] = (bitsAt << 4) + lowestBit(bits)
  return places
}

/** The rows of places, all of which must have one. */
function rowsIn(index: Uint32Array, places: Uint32Array): Uint32Array {
  const rows = new Uint32Array(places.length)
  for (let i = 0; i < rows.length; i++) {
    const place = places[i]!
    const bitsAt = (place >>> 5) * 2
    rows[i] = index[bitsAt + 1]! + popcount(index[bitsAt]! & ((1 << (place & 31)) - 1))
  }
  return rows
}

function rowCountOf(index: Uint32Array): number {
  return index.length === 0 ? 0 : index.at(-1)! + popcount(index.at(-2)!)
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
