/** The number of set bits in a 32-bit integer. */
export function popcount(integer: number): number {
  let v = integer - ((integer >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
