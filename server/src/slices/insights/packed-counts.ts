/** Code widths in bits, which all divide 32. */
const WIDTHS = [1, 2, 4, 8, 16] as const
const WIDEST = 16
/** The code of a count that has none in any width. */
const NO_CODE = 0xffff
/** Bits that a count without a code usually takes, with its row. */
const LARGE_BITS = 64

/** Counts in a few bits each. A code with all bits set means that the count is stored elsewhere. */
export interface PackedCounts {
  /** Bits of a code: 1, 2, 4, 8 or 16. */
  width: number
  /** The codes, starting in the lowest bits. */
  words: Uint32Array
  /** Indexes of the counts without a code, ascending. */
  largeIndexes: readonly number[]
}

/** Steps of this many rows take less than a millisecond. */
const ROWS_PER_STEP = 65_536

/** Divides rows into steps of 65,536. */
export function* steps(rows: number): Generator<{ start: number; end: number }> {
  for (let start = 0; start < rows; start += ROWS_PER_STEP)
    yield { start, end: Math.min(start + ROWS_PER_STEP, rows) }
}

/**
 * Packs counts with the width that takes the least memory; yields between steps of 65,536 counts.
 * @param isNet true when many counts may be negative.
 */
export function* pack(counts: Float64Array, isNet: boolean): Generator<void, PackedCounts> {
  const codes = new Uint16Array(counts.length)
  const byBits = new Uint32Array(WIDEST + 2)
  for (const { start, end } of steps(counts.length)) {
    if (start > 0) yield
    for (let i = start; i < end; i++) {
      const code = codeOf(counts[i]!, isNet)
      codes[i] = code
      byBits[32 - Math.clz32(code + 1)]!++
    }
  }
  const width = narrowest(byBits, counts.length)
  const highest = highestCode(width)
  const words = new Uint32Array(wordsOf(codes.length, width))
  const largeIndexes: number[] = []
  for (const { start, end } of steps(codes.length)) {
    if (start > 0) yield
    for (let i = start; i < end; i++) {
      const code = codes[i]!
      const bit = i * width
      words[bit >>> 5]! |= Math.min(code, highest) << (bit & 31)
      if (code >= highest) largeIndexes.push(i)
    }
  }
  return { width, words, largeIndexes }
}

/** The number of 32-bit words that this many codes take. */
export function wordsOf(codes: number, width: number): number {
  return Math.ceil((codes * width) / 32)
}

/** The code that means "stored elsewhere". */
export function highestCode(width: number): number {
  return (1 << width) - 1
}

/** Counts without a code, in 32 bits as signed integers if all of them fit. */
export function packLarge(counts: readonly number[]): Uint32Array | Float64Array {
  const integers = Int32Array.from(counts)
  return counts.every((count, i) => count === integers[i])
    ? new Uint32Array(integers.buffer)
    : Float64Array.from(counts)
}

/** Reads what `packLarge` made. */
export function unpackLarge(packed: Uint32Array | Float64Array): Int32Array | Float64Array {
  if (packed instanceof Float64Array) return packed
  return new Int32Array(packed.buffer, packed.byteOffset, packed.length)
}

/** The count of a code. Where counts may be negative, the codes 0, 1, 2, 3, 4 … mean 0, -1, 1, -2, 2 … */
export function countOfCode(code: number, isNet: boolean): number {
  return isNet ? (code >>> 1) ^ -(code & 1) : code
}

/** The code of a count in the greatest width, whose highest value is `NO_CODE`. */
function codeOf(count: number, isNet: boolean): number {
  const code = isNet ? (count < 0 ? -2 * count - 1 : 2 * count) : count
  return code < 0 || code > NO_CODE ? NO_CODE : code
}

/**
 * The width that takes the least memory, including the counts without a code.
 * @param byBits the number of codes for each number of bits of `code + 1`.
 */
function narrowest(byBits: Uint32Array, codes: number): number {
  const bits = WIDTHS.map(width => {
    const large = byBits.subarray(width + 1).reduce((sum, count) => sum + count, 0)
    return codes * width + large * LARGE_BITS
  })
  return WIDTHS[bits.indexOf(Math.min(...bits))]!
}
