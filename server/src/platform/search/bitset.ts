/** Bitsets are plain `Uint32Array`s: bit i is bit `i & 31` of word `i >>> 5`. */

/** Words that hold `bits` bits. */
export function wordsFor(bits: number): number {
  return (bits + 31) >>> 5
}

export function hasBit(bits: Uint32Array, i: number): boolean {
  return ((bits[i >>> 5]! >>> (i & 31)) & 1) === 1
}

export function setBit(bits: Uint32Array, i: number): void {
  bits[i >>> 5]! |= 1 << (i & 31)
}

export function clearBit(bits: Uint32Array, i: number): void {
  bits[i >>> 5]! &= ~(1 << (i & 31))
}

/** Number of bits set in a word. */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Number of bits set in the first `words` words. */
export function countBits(bits: Uint32Array, words: number): number {
  let count = 0
  for (let w = 0; w < words; w++) count += popcount(bits[w]!)
  return count
}

/** `out = a & b`. */
export function intersectInto(out: Uint32Array, a: Uint32Array, b: Uint32Array, words: number): void {
  for (let w = 0; w < words; w++) out[w] = a[w]! & b[w]!
}

/** `out &= b`. */
export function keepBits(out: Uint32Array, b: Uint32Array, words: number): void {
  for (let w = 0; w < words; w++) out[w]! &= b[w]!
}

/** `out &= ~b`. */
export function dropBits(out: Uint32Array, b: Uint32Array, words: number): void {
  for (let w = 0; w < words; w++) out[w]! &= ~b[w]!
}

/** `out |= b`. */
export function addBits(out: Uint32Array, b: Uint32Array, words: number): void {
  for (let w = 0; w < words; w++) out[w]! |= b[w]!
}

/** Whether any of the bits `from` to `to - 1` is set. */
export function anyBitIn(bits: Uint32Array, from: number, to: number): boolean {
  for (let i = from; i < to; ) {
    const word = bits[i >>> 5]! >>> (i & 31)
    if (word !== 0) return i + 31 - Math.clz32(word & -word) < to
    i = (i | 31) + 1
  }
  return false
}

/** Writes the numbers of the set bits in ascending order and returns how many there are. */
export function readBits(bits: Uint32Array, words: number, out: Uint32Array): number {
  let n = 0
  for (let w = 0; w < words; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) {
      out[n++] = (w << 5) + 31 - Math.clz32(word & -word)
    }
  }
  return n
}
