/** Bytes of buffers that wait for their next use. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Buffers that are used again. V8 counts new ones against the growth of the heap until they are collected, so that some
 * hundred large answers have it mark the whole heap. A process has one for its answers, which bounds them together.
 */
export class SpareMemory {
  #spare: Buffer[] = []
  #bytes = 0

  /** @returns the smallest buffer of at least so many bytes, and the last one given, which may be in the cache of a core. */
  take(bytes: number): Buffer {
    const fitting = this.#spare.filter(({ length }) => length >= bytes)
    if (fitting.length === 0) return Buffer.allocUnsafeSlow(bytes)
    const smallest = fitting.reduce((least, each) => (each.length <= least.length ? each : least))
    this.#spare = this.#spare.filter(each => each !== smallest)
    this.#bytes -= smallest.length
    return smallest
  }

  /** Gives a whole buffer back, which nobody reads any more; those that waited longest make room for it. */
  give(buffer: Buffer): void {
    this.#spare.push(buffer)
    this.#bytes += buffer.length
    while (this.#bytes > MAX_BYTES) this.#bytes -= this.#spare.shift()!.length
  }
}
