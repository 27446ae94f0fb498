import { popcount } from '../../kernel/bits.ts'

/** The length of a bitset, which is a plain `Uint32Array`: bit i is bit `i & 31` of number `i >>> 5`. */
export function bitsetLength(bits: number): number {
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

/** Sets the bits that a list names. Indexed loop: an iterator would allocate an object for each number. */
export function setBits(bits: Uint32Array, list: Uint32Array): void {
  for (let i = 0; i < list.length; i++) setBit(bits, list[i]!)
}

export function clearBits(bits: Uint32Array, list: Uint32Array): void {
  for (let i = 0; i < list.length; i++) clearBit(bits, list[i]!)
}

export function writeBit(bits: Uint32Array, i: number, isSet: boolean): void {
  if (isSet) setBit(bits, i)
  else clearBit(bits, i)
}

/** Counts the bits of four 32-bit numbers with carry-save adders, which is faster than four separate counts. */
function popcount4(a: number, b: number, c: number, d: number): number {
  const ab = a ^ b
  const abc = ab ^ c
  let ones = abc ^ d
  let twos = (a & b) | (ab & c)
  let moreTwos = abc & d
  ones -= (ones >>> 1) & 0x55555555
  ones = (ones & 0x33333333) + ((ones >>> 2) & 0x33333333)
  twos -= (twos >>> 1) & 0x55555555
  twos = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333)
  moreTwos -= (moreTwos >>> 1) & 0x55555555
  moreTwos = (moreTwos & 0x33333333) + ((moreTwos >>> 2) & 0x33333333) + twos
  ones =
    ((ones + (ones >>> 4)) & 0x0f0f0f0f) + 2 * ((moreTwos & 0x0f0f0f0f) + ((moreTwos >>> 4) & 0x0f0f0f0f))
  return Math.imul(ones, 0x01010101) >>> 24
}

export function countBits(bits: Uint32Array, length: number): number {
  return countCommon(bits, bits, length)
}

/** Number of bits set in both sets. */
export function countCommon(a: Uint32Array, b: Uint32Array, length: number): number {
  let count = 0
  let w = 0
  for (const end = length & ~3; w < end; w += 4) {
    count += popcount4(a[w]! & b[w]!, a[w + 1]! & b[w + 1]!, a[w + 2]! & b[w + 2]!, a[w + 3]! & b[w + 3]!)
  }
  for (; w < length; w++) count += popcount(a[w]! & b[w]!)
  return count
}

export function countMembers(list: Uint32Array, bits: Uint32Array): number {
  let count = 0
  for (let i = 0; i < list.length; i++) count += (bits[list[i]! >>> 5]! >>> (list[i]! & 31)) & 1
  return count
}

/** `out = a & b`; returns the number of bits set in it. */
export function intersectAndCount(out: Uint32Array, a: Uint32Array, b: Uint32Array, length: number): number {
  let count = 0
  let w = 0
  for (const end = length & ~3; w < end; w += 4) {
    const v0 = a[w]! & b[w]!
    const v1 = a[w + 1]! & b[w + 1]!
    const v2 = a[w + 2]! & b[w + 2]!
    const v3 = a[w + 3]! & b[w + 3]!
    out[w] = v0
    out[w + 1] = v1
    out[w + 2] = v2
    out[w + 3] = v3
    count += popcount4(v0, v1, v2, v3)
  }
  for (; w < length; w++) {
    out[w] = a[w]! & b[w]!
    count += popcount(out[w]!)
  }
  return count
}

/** `out = a & b & source`; clears these bits in `source` and returns their number. */
export function moveCommon(
  out: Uint32Array,
  a: Uint32Array,
  b: Uint32Array,
  source: Uint32Array,
  length: number,
): number {
  intersectInto(out, a, b, length)
  const count = intersectAndCount(out, out, source, length)
  dropBits(source, out, length)
  return count
}

/** `out = a & b`. */
export function intersectInto(out: Uint32Array, a: Uint32Array, b: Uint32Array, length: number): void {
  for (let w = 0; w < length; w++) out[w] = a[w]! & b[w]!
}

/** `out &= b`. */
export function keepBits(out: Uint32Array, b: Uint32Array, length: number): void {
  for (let w = 0; w < length; w++) out[w]! &= b[w]!
}

/** `out &= ~b`. */
export function dropBits(out: Uint32Array, b: Uint32Array, length: number): void {
  for (let w = 0; w < length; w++) out[w]! &= ~b[w]!
}

/** `out |= b`. */
export function addBits(out: Uint32Array, b: Uint32Array, length: number): void {
  for (let w = 0; w < length; w++) out[w]! |= b[w]!
}

/** True when any of the bits `from` to `to - 1` is set. */
export function anyBitIn(bits: Uint32Array, from: number, to: number): boolean {
  for (let i = from; i < to; ) {
    const bitsLeft = bits[i >>> 5]! >>> (i & 31)
    if (bitsLeft !== 0) return i + 31 - Math.clz32(bitsLeft & -bitsLeft) < to
    i = (i | 31) + 1
  }
  return false
}

/** Writes the numbers whose bits are set in both sets, in ascending order, and returns how many there are. */
export function readCommon(a: Uint32Array, b: Uint32Array, length: number, out: Uint32Array): number {
  let n = 0
  for (let w = 0; w < length; w++) {
    for (let bitsLeft = a[w]! & b[w]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
      out[n++] = (w << 5) + 31 - Math.clz32(bitsLeft & -bitsLeft)
    }
  }
  return n
}

/** Sets the bits of all numbers below `count` for which `isSet` is true. */
export function setWhere(bits: Uint32Array, count: number, isSet: (i: number) => boolean): Uint32Array {
  for (let i = 0; i < count; i++) if (isSet(i)) setBit(bits, i)
  return bits
}

export function setRange(bits: Uint32Array, from: number, to: number): void {
  let i = from
  for (; i < to && (i & 31) !== 0; i++) setBit(bits, i)
  const end = to & ~31
  if (i < end) {
    bits.fill(0xffffffff, i >>> 5, end >>> 5)
    i = end
  }
  for (; i < to; i++) setBit(bits, i)
}

export function clearWhere(bits: Uint32Array, length: number, isCleared: (doc: number) => boolean): void {
  for (let w = 0; w < length; w++) {
    for (let bitsLeft = bits[w]!; bitsLeft !== 0; bitsLeft &= bitsLeft - 1) {
      const bit = bitsLeft & -bitsLeft
      if (isCleared((w << 5) + 31 - Math.clz32(bit))) bits[w]! &= ~bit
    }
  }
}
