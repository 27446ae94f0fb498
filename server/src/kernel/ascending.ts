/**
 * Packs ascending whole numbers as the differences between them, each a varint (LEB128): 7 bits a byte, the lowest
 * first; the high bit says that more follow.
 */
export function packAscending(numbers: Iterable<number>): Uint8Array {
  const bytes: number[] = []
  let before = 0
  for (const number of numbers) {
    let rest = number - before
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
    bytes.push(rest)
    before = number
  }
  return Uint8Array.from(bytes)
}

/** The inverse of `packAscending`. */
export function unpackAscending(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let number = 0
  let factor = 1
  for (const byte of bytes) {
    number += (byte & 127) * factor
    if (byte >= 128) {
      factor *= 128
      continue
    }
    numbers.push(number)
    factor = 1
  }
  return numbers
}
