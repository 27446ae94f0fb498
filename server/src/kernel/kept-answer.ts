import { Prepared } from './answer.ts'

/** The objects around the bytes of a cached answer, its headers among them. */
const OBJECT_BYTES = 2048
/** The body of a cached answer, and its two compressed forms, of which each takes a third of it at most. */
const FORMS = 5 / 3

/**
 * The same bytes in memory of their own. Node cuts buffers below 32 KiB from blocks of 64 KiB, and a block is freed only
 * with the last of them.
 */
export function withOwnMemory(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength === bytes.length ? bytes : copyOf(bytes)
}

function copyOf(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** An answer for a cache: it keeps no other memory than its own. */
export function keptAnswer(answer: Prepared): Prepared {
  const { release, ...options } = answer.options
  if (release === undefined) return new Prepared({ ...options, body: withOwnMemory(answer.bytes()) })
  const kept = new Prepared({ ...options, body: copyOf(answer.bytes()) })
  release()
  return kept
}

/** The most bytes that an entry of a cache takes, for the option `sizeCalculation` of `lru-cache`. */
export function keptBytes({ options }: Prepared, name: string): number {
  return OBJECT_BYTES + name.length + Math.ceil(FORMS * options.body.length)
}
