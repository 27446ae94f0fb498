import { type Counts, sharedCopy } from './shared.ts'

const KEY_BYTES = 8

/**
 * Sorts documents by numbers, highest first, and newest first among equal ones. A radix sort, by one byte after the
 * other, takes a quarter of the time of comparisons.
 * @param columns numbers without NaN; each column decides among documents that are equal in the ones before.
 */
export function byHighest(...columns: readonly Counts[]): Uint32Array {
  const docs = columns[0]!.length
  let order = new Uint32Array(docs)
  for (let at = 0; at < docs; at++) order[at] = docs - 1 - at
  let spareDocs = new Uint32Array(docs)
  for (const column of columns.toReversed()) {
    const bytes = descendingBytes(column)
    for (let byte = 0; byte < KEY_BYTES; byte++)
      if (moveByByte(order, spareDocs, bytes, byte)) [order, spareDocs] = [spareDocs, order]
  }
  return sharedCopy(order)
}

/** Distributes documents to `sorted` by one byte; returns false when all have the same byte. */
function moveByByte(docs: Uint32Array, sortedDocs: Uint32Array, bytes: Uint8Array, byte: number): boolean {
  const starts = new Uint32Array(257)
  for (let at = byte; at < bytes.length; at += KEY_BYTES) starts[bytes[at]! + 1]!++
  if (starts.includes(docs.length)) return false
  for (let value = 1; value < 256; value++) starts[value]! += starts[value - 1]!
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at]!
    sortedDocs[starts[bytes[doc * KEY_BYTES + byte]!]!++] = doc
  }
  return true
}

/** Bytes of integers that decrease as the numbers increase, lowest byte first. */
function descendingBytes(numbers: Counts): Uint8Array {
  const floats = new Float64Array(numbers)
  // Adding 0 turns -0 into 0.
  for (let i = 0; i < floats.length; i++) floats[i]! += 0
  const bits = new Uint32Array(floats.buffer)
  for (let low = 0; low < bits.length; low += 2) {
    if (bits[low + 1]! >>> 31 === 1) continue
    bits[low]! ^= 0xffffffff
    bits[low + 1]! ^= 0x7fffffff
  }
  return new Uint8Array(bits.buffer)
}
