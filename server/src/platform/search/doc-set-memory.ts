/** Length of the smallest piece of memory, in numbers. */
const MIN_CAPACITY = 256
/** Piece sizes per doubling: at most a fifth of a piece stays unused. */
const SIZES_PER_DOUBLING = 4
/**
 * Limits of free memory kept for reuse: these bytes, or this many bitsets of all documents if that is more, because a
 * search by relevance uses that many.
 */
const MIN_FREE_BYTES = 8 * 1024 * 1024
const FREE_BITSETS = 16

/**
 * A memory pool for sets of documents. Memory allocated per set would be freed only by the garbage collector, which
 * marks the whole heap after every 64 MiB of it.
 */
export class DocSetMemory {
  readonly #freeBuffers = new Map<number, ArrayBufferLike[]>()
  readonly #maxFreeBytes: number
  #freeBytes = 0
  /**
   * Memory that the running search uses. Not a `Set`: each hash table that a `Set` outgrows refers to the next one,
   * which would keep the tables of all searches alive until a full garbage collection.
   */
  readonly #usedBuffers: ArrayBufferLike[] = []
  readonly #droppedBuffers: ArrayBufferLike[] = []
  /** Shared by all empty sets, which are frequent: most new words of queries have no documents. */
  readonly #emptySet = new Uint32Array(0)

  /** @param bitsetLength length of a bitset of all documents, in numbers. */
  constructor(bitsetLength = 0) {
    const bitsetBytes = bitsetLength * Uint32Array.BYTES_PER_ELEMENT
    this.#maxFreeBytes = Math.max(MIN_FREE_BYTES, bitsetBytes * FREE_BITSETS)
  }

  /** Zeroed memory that the caller may use until `recycle`. */
  allocate(length: number): Uint32Array {
    return this.#take(length).fill(0)
  }

  /** A copy that the caller may use until `recycle`. */
  copyOf(numbers: Uint32Array): Uint32Array {
    const copy = this.#take(numbers.length)
    copy.set(numbers)
    return copy
  }

  /** Keeps a set until `drop`; copies it unless `allocate` or `copyOf` returned it. */
  keep(set: Uint32Array): Uint32Array {
    if (set.length === 0) return this.#emptySet
    const ownSet = this.#usedBuffers.includes(set.buffer) ? set : this.copyOf(set)
    const place = this.#usedBuffers.indexOf(ownSet.buffer)
    this.#usedBuffers[place] = this.#usedBuffers.at(-1)!
    this.#usedBuffers.pop()
    return ownSet
  }

  /** Releases a kept set, but not before the running search ends. */
  drop(set: Uint32Array): void {
    if (set !== this.#emptySet) this.#droppedBuffers.push(set.buffer)
  }

  /** Call it when a search begins: no earlier search uses its sets any more. */
  recycle(): void {
    for (const buffer of this.#usedBuffers) this.#release(buffer)
    for (const buffer of this.#droppedBuffers) this.#release(buffer)
    this.#usedBuffers.length = 0
    this.#droppedBuffers.length = 0
  }

  #take(length: number): Uint32Array {
    const bytes = Uint32Array.BYTES_PER_ELEMENT * capacityFor(length)
    const freeBuffer = this.#freeBuffers.get(bytes)?.pop()
    if (freeBuffer !== undefined) this.#freeBytes -= bytes
    const set = new Uint32Array(freeBuffer ?? new ArrayBuffer(bytes), 0, length)
    this.#usedBuffers.push(set.buffer)
    return set
  }

  #release(buffer: ArrayBufferLike): void {
    if (this.#freeBytes + buffer.byteLength > this.#maxFreeBytes) return
    this.#freeBytes += buffer.byteLength
    const sameSizeBuffers = this.#freeBuffers.get(buffer.byteLength)
    if (sameSizeBuffers === undefined) this.#freeBuffers.set(buffer.byteLength, [buffer])
    else sameSizeBuffers.push(buffer)
  }
}

/** Rounds up to one of few piece sizes, so that free pieces fit later requests. */
function capacityFor(length: number): number {
  if (length <= MIN_CAPACITY) return MIN_CAPACITY
  const step = 2 ** (31 - Math.clz32(length - 1)) / SIZES_PER_DOUBLING
  return Math.ceil(length / step) * step
}
