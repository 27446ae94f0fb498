/** More bytes than V8 lets come to arrays outside of its heap until it marks the heap. */
const MARKED_BYTES = 96 * 1024 * 1024

/**
 * Has the collector mark the heap, in steps beside other work: it does not count shared memory, so that an old base, whole
 * hundreds of MiB, would stay until something else makes it mark. Pages of the buffer are never written and take no memory.
 */
export function collectSoon(): void {
  Buffer.allocUnsafeSlow(MARKED_BYTES)
}
