/** Code widths in bits, which all divide 32. */
const WIDTHS = [1, 2, 4, 8, 16] as const
const WIDEST = 16
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

/**
 * Packs integers with the code width that takes the least memory.
 * @param isNet true when many counts may be negative.
 */
export function pack(counts: Float64Array, isNet: boolean): PackedCounts {
  const codes = new Uint16Array(counts.length)
  for (let i = 0; i < codes.length; i++) codes[i] = codeOf(counts[i]!, isNet)
  const width = narrowest(codes)
  const all = allBits(width)
  const words = new Uint32Array(wordsOf(codes.length, width))
  const large: number[] = []
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!
    const bit = i * width
    words[bit >>> 5]! |= Math.min(code, all) << (bit & 31)
    if (code >= all) large.push(i)
  }
  return { width, words, large }
}

/** Unpacks this many codes into a new array. */
export function unpack(words: Uint32Array, width: number, codes: number): Uint16Array {
  const all = allBits(width)
  const unpacked = new Uint16Array(codes)
  for (let i = 0, word = 0; i < codes; word++) {
    let rest = words[word]!
    for (const end = Math.min(i + 32 / width, codes); i < end; i++) {
      unpacked[i] = rest & all
      rest >>>= width
    }
  }
  return unpacked
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

/** Decodes a count that may be negative: the codes 0, 1, 2, 3, 4 … mean 0, -1, 1, -2, 2 … */
export function netCount(code: number): number {
  return (code >>> 1) ^ -(code & 1)
}

function codeOf(count: number, isNet: boolean): number {
  const code = isNet ? (count < 0 ? -2 * count - 1 : 2 * count) : count
  return code < 0 ? allBits(WIDEST) : Math.min(code, allBits(WIDEST))
}

/** The width that takes the least memory, including the counts without a code. */
function narrowest(codes: Uint16Array): number {
  const lengths = new Uint32Array(WIDEST + 2)
  for (let i = 0; i < codes.length; i++) lengths[32 - Math.clz32(codes[i]! + 1)]!++
  const bits = WIDTHS.map(width => {
    const large = lengths.subarray(width + 1).reduce((sum, count) => sum + count, 0)
    return codes.length * width + large * LARGE_BITS
  })
  return WIDTHS[bits.indexOf(Math.min(...bits))]!
}
