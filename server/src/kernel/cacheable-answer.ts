import { PreparedAnswer } from './answer.ts'

/** Estimated size of the objects around the body of a cached answer, such as its headers. */
const OBJECT_BYTES = 2048
/** Size of the body and its two compressed forms, each at most a third as large, relative to the body. */
const SIZE_OF_ALL_FORMS = 5 / 3

/**
 * Copies the bytes unless they have an `ArrayBuffer` to themselves. Node allocates buffers below 32 KiB inside blocks
 * of 64 KiB, and one small buffer that is kept keeps its whole block.
 */
export function withOwnMemory(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength === bytes.length ? bytes : copyOf(bytes)
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** An answer that is suitable for a cache: it does not keep memory alive that is not its own. */
export function cacheableAnswer(answer: PreparedAnswer): PreparedAnswer {
  const { release, ...options } = answer.options
  if (release === undefined) return new PreparedAnswer({ ...options, body: withOwnMemory(answer.bytes()) })
  const copy = new PreparedAnswer({ ...options, body: copyOf(answer.bytes()) })
  release()
  return copy
}

/** Estimates at most how many bytes a cache entry takes, for `sizeCalculation` of `lru-cache`. */
export function cacheEntryBytes({ options }: PreparedAnswer, key: string): number {
  return OBJECT_BYTES + key.length + Math.ceil(SIZE_OF_ALL_FORMS * options.body.length)
}
