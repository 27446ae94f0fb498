const MAX_IDLE_BYTES = 8 * 1024 * 1024

/**
 * A pool of buffers to reuse. V8 counts new buffers towards heap growth until they are collected, so some hundred large
 * answers would make it mark the whole heap. A process has one pool for its answers, which bounds the idle bytes.
 */
export class BufferPool {
  #idleBuffers: Buffer[] = []
  #idleBytes = 0

  /**
   * @returns the smallest idle buffer of at least `bytes`; of equal ones the last returned, which may still be in CPU
   * cache.
   */
  take(bytes: number): Buffer {
    const fittingBuffers = this.#idleBuffers.filter(({ length }) => length >= bytes)
    if (fittingBuffers.length === 0) return Buffer.allocUnsafeSlow(bytes)
    const smallest = fittingBuffers.reduce((best, each) => (each.length <= best.length ? each : best))
    this.#idleBuffers = this.#idleBuffers.filter(each => each !== smallest)
    this.#idleBytes -= smallest.length
    return smallest
  }

  /** Returns a whole buffer that nobody reads any more. When the pool is full, the longest idle ones are dropped. */
  give(buffer: Buffer): void {
    this.#idleBuffers.push(buffer)
    this.#idleBytes += buffer.length
    while (this.#idleBytes > MAX_IDLE_BYTES) this.#idleBytes -= this.#idleBuffers.shift()!.length
  }
}
