/** Code widths in bits, which all divide 32. */
const WIDTHS = [1, 2, 4, 8, 16] as const
const WIDEST = 16
/** The code of a count that has none in any width. */
export const NO_CODE = 0xffff
/** Bits that a count without a code usually takes, with its row. */
const LARGE_BITS = 64

/** Counts in a few bits each. A code with all bits set means that the count is stored elsewhere. */
export interface PackedCounts {
  /** Bits of a code: 1, 2, 4, 8 or 16. */
  width: number
  /** The codes, starting in the lowest bits. */
  words: Uint32Array
  /** Indexes of the counts without a code, ascending. */
  large: readonly number[]
}

/** Codes packed in one step. */
const CODES_PER_STEP = 65_536

/**
 * Packs codes with the width that takes the least memory; yields between steps of 65,536 codes.
 * @param codes results of `codeOf`.
 */
export function* pack(codes: Uint16Array): Generator<void, PackedCounts> {
  const width = yield* narrowest(codes)
  const all = allBits(width)
  const words = new Uint32Array(wordsOf(codes.length, width))
  const largeCounts: number[] = []
  for (let start = 0; start < codes.length; start += CODES_PER_STEP) {
    if (start > 0) yield
    const end = Math.min(start + CODES_PER_STEP, codes.length)
    for (let i = start; i < end; i++) {
      const code = codes[i]!
      const bit = i * width
      words[bit >>> 5]! |= Math.min(code, all) << (bit & 31)
      if (code >= all) largeCounts.push(i)
    }
  }
  return { width, words, large: largeCounts }
}

/** The number of 32-bit words that this many codes take. */
export function wordsOf(codes: number, width: number): number {
  return Math.ceil((codes * width) / 32)
}

/** The code that means "stored elsewhere". */
export function allBits(width: number): number {
  return (1 << width) - 1
}

/** Counts without a code, in 32 bits as signed integers if all of them fit. */
export function packLarge(counts: readonly number[]): Uint32Array | Float64Array {
  const integers = Int32Array.from(counts)
  return counts.every((count, i) => count === integers[i])
    ? new Uint32Array(integers.buffer)
    : Float64Array.from(counts)
}

/** Views what `packLarge` made. */
export function largeCounts(packed: Uint32Array | Float64Array): Int32Array | Float64Array {
  if (packed instanceof Float64Array) return packed
  return new Int32Array(packed.buffer, packed.byteOffset, packed.length)
}

/** The count of a code. Where counts may be negative, the codes 0, 1, 2, 3, 4 … mean 0, -1, 1, -2, 2 … */
export function countOfCode(code: number, isNet: boolean): number {
  return isNet ? (code >>> 1) ^ -(code & 1) : code
}

/**
 * The code of a count in the greatest width, whose highest value is `NO_CODE`.
 * @param isNet true when many counts may be negative.
 */
export function codeOf(count: number, isNet: boolean): number {
  const code = isNet ? (count < 0 ? -2 * count - 1 : 2 * count) : count
  return code < 0 ? NO_CODE : Math.min(code, NO_CODE)
}

/** The width that takes the least memory, including the counts without a code. */
function* narrowest(codes: Uint16Array): Generator<void, number> {
  const lengths = new Uint32Array(WIDEST + 2)
  for (let start = 0; start < codes.length; start += CODES_PER_STEP) {
    if (start > 0) yield
    const end = Math.min(start + CODES_PER_STEP, codes.length)
    for (let i = start; i < end; i++) lengths[32 - Math.clz32(codes[i]! + 1)]!++
  }
  const bits = WIDTHS.map(width => {
    const largeTotal = lengths.subarray(width + 1).reduce((sum, count) => sum + count, 0)
    return codes.length * width + largeTotal * LARGE_BITS
  })
  return WIDTHS[bits.indexOf(Math.min(...bits))]!
}
