import { UUID_BYTES, UUID_LENGTH, writeUuid } from '../../kernel/uuid-bytes.ts'

/**
 * Dictionary keys are bytes: each UTF-16 code unit is encoded by itself as in UTF-8 (as in CESU-8). The byte order
 * equals the order of JavaScript strings, and lone surrogates are preserved.
 */

function keyLength(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x80) length += unit < 0x800 ? 1 : 2
  }
  return length
}

/** Writes the key of a text at `at`, in at most `3 * text.length + 1` bytes, and returns where it ends. */
export type KeyWriter = (text: string, out: Uint8Array, at: number) => number

export function writeKey(text: string, out: Uint8Array, at: number): number {
  let end = at
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) out[end++] = unit
    else if (unit < 0x800) {
      out[end++] = 0xc0 | (unit >> 6)
      out[end++] = 0x80 | (unit & 63)
    } else {
      out[end++] = 0xe0 | (unit >> 12)
      out[end++] = 0x80 | ((unit >> 6) & 63)
      out[end++] = 0x80 | (unit & 63)
    }
  }
  return end
}

/**
 * The key of a text in an array of exactly its length: a view of a larger buffer would not be allocated in the heap.
 */
export function keyBytes(text: string): Uint8Array {
  const out = new Uint8Array(keyLength(text))
  writeKey(text, out, 0)
  return out
}

export function readKey(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let i = start; i < end; ) {
    const lead = bytes[i++]!
    if (lead < 0x80) text += String.fromCharCode(lead)
    else if (lead < 0xe0) text += String.fromCharCode(((lead & 31) << 6) | (bytes[i++]! & 63))
    else text += String.fromCharCode(((lead & 15) << 12) | ((bytes[i++]! & 63) << 6) | (bytes[i++]! & 63))
  }
  return text
}

/** Decodes a key to UTF-16 units in `out`, as many as fit, and returns their number. */
export function readUnits(bytes: Uint8Array, start: number, end: number, out: Uint16Array): number {
  let n = 0
  for (let i = start; i < end && n < out.length; n++) {
    const lead = bytes[i++]!
    if (lead < 0x80) out[n] = lead
    else if (lead < 0xe0) out[n] = ((lead & 31) << 6) | (bytes[i++]! & 63)
    else out[n] = ((lead & 15) << 12) | ((bytes[i++]! & 63) << 6) | (bytes[i++]! & 63)
  }
  return n
}

/** Negative, zero or positive as `a[aStart, aEnd)` is before, equal to or after `b[bStart, bEnd)`. */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const shift = bStart - aStart
  const end = Math.min(aEnd, bEnd - shift)
  for (let i = aStart; i < end; i++) {
    const difference = a[i]! - b[i + shift]!
    if (difference !== 0) return difference
  }
  return aEnd - aStart - (bEnd - bStart)
}

/** The first `length` bytes of a key as a number; `padding` extends a key that is shorter. */
export function headOf(bytes: Uint8Array, start: number, end: number, length: number, padding = 0): number {
  let head = 0
  for (let i = start; i < start + length; i++) head = head * 256 + (i < end ? bytes[i]! : padding)
  return head
}

/** A JavaScript number has room for this many bytes. */
export const HEAD_BYTES = 6

const USER_ID_PREFIX = 'usr_'
/** The first byte of an author id's key: a UUID follows, or the encoded text. */
const UUID_KEY = 0
const TEXT_KEY = 1

/** Writes the key of an author id: 17 bytes for `usr_` with a UUID, the encoded text for any other id. */
export function writeAuthorIdKey(id: string, out: Uint8Array, at: number): number {
  if (
    id.length === USER_ID_PREFIX.length + UUID_LENGTH &&
    id.startsWith(USER_ID_PREFIX) &&
    writeUuid(id, USER_ID_PREFIX.length, out, at + 1)
  ) {
    out[at] = UUID_KEY
    return at + 1 + UUID_BYTES
  }
  out[at] = TEXT_KEY
  return writeKey(id, out, at + 1)
}

export function authorIdKeyBytes(id: string): Uint8Array {
  const out = new Uint8Array(1 + Math.max(UUID_BYTES, keyLength(id)))
  return out.slice(0, writeAuthorIdKey(id, out, 0))
}
