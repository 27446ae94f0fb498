/** Allocating more than this outside of the heap makes V8 mark the heap. */
const MARKED_BYTES = 96 * 1024 * 1024

/**
 * Makes V8 start an incremental marking of the heap. V8 does not count shared memory, so a replaced base of some
 * hundred MiB would otherwise stay until something else causes a marking. The buffer's pages are never written and take
 * no memory.
 */
export function collectGarbageSoon(): void {
  Buffer.allocUnsafeSlow(MARKED_BYTES)
}
