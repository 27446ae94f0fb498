import type { Vec } from './shared.ts'

/** Appends a number below 2^31 in groups of seven bits, lowest first (LEB128). */
export function pushVarint(vec: Vec<Uint8Array>, value: number): void {
  const out = vec.array.length - vec.length < 5 ? vec.reserve(5) : vec.array
  vec.length = writeVarint(out, vec.length, value)
}

/** Writes a number below 2^31 at `start`, and returns where it ends. */
export function writeVarint(out: Uint8Array, start: number, value: number): number {
  let at = start
  let bitsLeft = value
  while (bitsLeft > 127) {
    out[at++] = (bitsLeft & 127) | 128
    bitsLeft >>>= 7
  }
  out[at++] = bitsLeft
  return at
}

export function varintLength(value: number): number {
  let length = 1
  for (let bitsLeft = value >>> 7; bitsLeft > 0; bitsLeft >>>= 7) length++
  return length
}

/** Appends ascending numbers as gaps. The first gap is counted from -1, so that every gap is at least 1. */
export function pushGaps(vec: Vec<Uint8Array>, numbers: Uint32Array, count: number): void {
  const out = vec.reserve(count * 5)
  let at = vec.length
  let last = -1
  for (let i = 0; i < count; i++) {
    let gap = numbers[i]! - last
    last += gap
    while (gap > 127) {
      out[at++] = (gap & 127) | 128
      gap >>>= 7
    }
    out[at++] = gap
  }
  vec.length = at
}

// Each reader has a loop of its own, because one shared loop with a callback per number takes twice the time.

/** Reads the numbers that `pushGaps` wrote and returns how many there are. */
export function readGaps(bytes: Uint8Array, start: number, end: number, out: Uint32Array): number {
  let count = 0
  let number = -1
  for (let i = start; i < end; ) {
    let byte = bytes[i++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[i++]!
      gap |= (byte & 127) << shift
    }
    number += gap
    out[count++] = number
  }
  return count
}

/** Sets the bits of the numbers that `pushGaps` wrote. */
export function addGapsToBits(bytes: Uint8Array, start: number, end: number, bits: Uint32Array): void {
  let number = -1
  for (let i = start; i < end; ) {
    let byte = bytes[i++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[i++]!
      gap |= (byte & 127) << shift
    }
    number += gap
    bits[number >>> 5]! |= 1 << (number & 31)
  }
}

/** Adds the numbers that `pushGaps` wrote to a collector. */
export function addGaps(
  bytes: Uint8Array,
  start: number,
  end: number,
  set: { add(number: number): void },
): void {
  let number = -1
  for (let i = start; i < end; ) {
    let byte = bytes[i++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[i++]!
      gap |= (byte & 127) << shift
    }
    number += gap
    set.add(number)
  }
}
