export const UNIT_BYTES = 2

/**
 * Writes a UTF-16 code unit; faster than `Buffer`'s method, which checks its arguments.
 * @returns where the next one is written.
 */
export function writeUnit(into: Buffer, at: number, unit: number): number {
  into[at] = unit
  into[at + 1] = unit >> 8
  return at + UNIT_BYTES
}
