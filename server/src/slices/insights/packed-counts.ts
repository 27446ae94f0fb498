/** Code widths in bits, which all divide 32. */
const WIDTHS = [1, 2, 4, 8, 16] as const
const WIDEST = 16
/** The code with all bits set of the greatest width. */
const WIDEST_LARGE_CODE = 0xffff
/** Number of bits that a count without a code usually takes, with its row. */
const BITS_PER_LARGE_COUNT = 64

/** Counts in a few bits each. A code with all bits set means that the count is stored elsewhere. */
export interface PackedCounts {
  /** Bits of a code: 1, 2, 4, 8 or 16. */
  width: number
  /** The codes, from the lowest bits of the first number. */
  packedCodes: Uint32Array
  /** Indexes of the counts without a code, ascending. */
  largeIndexes: readonly number[]
}

/** Steps of this many rows take less than a millisecond. */
const ROWS_PER_STEP = 65_536

/** Divides rows into steps of 65,536. */
export function* rowSteps(rowCount: number): Generator<{ start: number; end: number }> {
  for (let start = 0; start < rowCount; start += ROWS_PER_STEP)
    yield { start, end: Math.min(start + ROWS_PER_STEP, rowCount) }
}

/**
 * Packs counts with the width that takes the least memory; yields between steps of 65,536 counts.
 * @param isNet true when many counts may be negative.
 */
export function* pack(counts: Float64Array, isNet: boolean): Generator<void, PackedCounts> {
  const codes = new Uint16Array(counts.length)
  const codesByBits = new Uint32Array(WIDEST + 2)
  for (const { start, end } of rowSteps(counts.length)) {
    if (start > 0) yield
    for (let i = start; i < end; i++) {
      const code = codeOf(counts[i]!, isNet)
      codes[i] = code
      codesByBits[32 - Math.clz32(code + 1)]!++
    }
  }
  const width = bestWidth(codesByBits, counts.length)
  const largeCode = largeCodeOf(width)
  const packedCodes = new Uint32Array(packedLength(codes.length, width))
  const largeIndexes: number[] = []
  for (const { start, end } of rowSteps(codes.length)) {
    if (start > 0) yield
    for (let i = start; i < end; i++) {
      const code = codes[i]!
      const bit = i * width
      packedCodes[bit >>> 5]! |= Math.min(code, largeCode) << (bit & 31)
      if (code >= largeCode) largeIndexes.push(i)
    }
  }
  return { width, packedCodes, largeIndexes }
}

/** The number of 32-bit numbers that the codes take. */
export function packedLength(codeCount: number, width: number): number {
  return Math.ceil((codeCount * width) / 32)
}

/** The code with all bits set, of counts that have no code. */
export function largeCodeOf(width: number): number {
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

/** The code of a count in the greatest width. */
function codeOf(count: number, isNet: boolean): number {
  const code = isNet ? (count < 0 ? -2 * count - 1 : 2 * count) : count
  return code < 0 || code > WIDEST_LARGE_CODE ? WIDEST_LARGE_CODE : code
}

/**
 * The width that takes the least memory, including the counts without a code.
 * @param codesByBits the number of codes for each number of bits of `code + 1`.
 */
function bestWidth(codesByBits: Uint32Array, codeCount: number): number {
  const bitsByWidth = WIDTHS.map(width => {
    const largeCount = codesByBits.subarray(width + 1).reduce((sum, count) => sum + count, 0)
    return codeCount * width + largeCount * BITS_PER_LARGE_COUNT
  })
  return WIDTHS[bitsByWidth.indexOf(Math.min(...bitsByWidth))]!
}
