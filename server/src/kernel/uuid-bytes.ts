/** Length of a UUID as text. */
export const UUID_LENGTH = 36
export const UUID_BYTES = 16

/** Positions of the hexadecimal digits in a UUID. */
const DIGITS = [...'00000000-0000-0000-0000-000000000000'].flatMap((c, i) => (c === '0' ? [i] : []))

/**
 * Writes the bytes of the lower-case UUID at `start` of a text.
 * @returns false when there is none; bytes may have been written nevertheless.
 */
export function writeUuid(text: string, start: number, into: Uint8Array, at: number): boolean {
  if (text[start + 8] !== '-' || text[start + 13] !== '-') return false
  if (text[start + 18] !== '-' || text[start + 23] !== '-') return false
  for (let i = 0; i < UUID_BYTES; i++) {
    const high = digitOf(text.charCodeAt(start + DIGITS[2 * i]!))
    const low = digitOf(text.charCodeAt(start + DIGITS[2 * i + 1]!))
    if (high === -1 || low === -1) return false
    into[at + i] = (high << 4) | low
  }
  return true
}

/** The value of a lower-case hexadecimal digit given by its character code, or -1. */
function digitOf(code: number): number {
  return code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1
}

/** The UUID, in lower case, whose bytes are at `at`. */
export function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + UUID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
