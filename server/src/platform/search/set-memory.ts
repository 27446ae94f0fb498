/** Length of the smallest piece of memory, in numbers. */
const MIN_CAPACITY = 256
/** Piece sizes per doubling: at most a fifth of a piece stays unused. */
const STEPS = 4
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
export class SetMemory {
  readonly #free = new Map<number, ArrayBufferLike[]>()
  readonly #maxFreeBytes: number
  #freeBytes = 0
  /**
   * Memory that the running search uses. Not a `Set`: each hash table that a `Set` outgrows refers to the next one,
   * which would keep the tables of all searches alive until a full garbage collection.
   */
  readonly #lent: ArrayBufferLike[] = []
  readonly #dropped: ArrayBufferLike[] = []
  /** Shared by all empty sets, which are frequent: most new words of queries have no documents. */
  readonly #empty = new Uint32Array(0)

  /** @param bitsetLength length of a bitset of all documents, in numbers. */
  constructor(bitsetLength = 0) {
    const bitsetBytes = bitsetLength * Uint32Array.BYTES_PER_ELEMENT
    this.#maxFreeBytes = Math.max(MIN_FREE_BYTES, bitsetBytes * FREE_BITSETS)
  }

  /** Zeroed memory that the caller may use until `recycle`. */
  lend(length: number): Uint32Array {
    return this.#take(length).fill(0)
  }

  /** A copy that the caller may use until `recycle`. */
  copyOf(numbers: Uint32Array): Uint32Array {
    const copy = this.#take(numbers.length)
    copy.set(numbers)
    return copy
  }

  /** Keeps a set until `drop`; copies it unless `lend` or `copyOf` returned it. */
  keep(set: Uint32Array): Uint32Array {
    if (set.length === 0) return this.#empty
    const keptSet = this.#lent.includes(set.buffer) ? set : this.copyOf(set)
    const place = this.#lent.indexOf(keptSet.buffer)
    this.#lent[place] = this.#lent.at(-1)!
    this.#lent.pop()
    return keptSet
  }

  /** Releases a kept set, but not before the running search ends. */
  drop(keptSet: Uint32Array): void {
    if (keptSet !== this.#empty) this.#dropped.push(keptSet.buffer)
  }

  /** Call it when a search begins: no earlier search uses its sets any more. */
  recycle(): void {
    for (const buffer of this.#lent) this.#release(buffer)
    for (const buffer of this.#dropped) this.#release(buffer)
    this.#lent.length = 0
    this.#dropped.length = 0
  }

  #take(length: number): Uint32Array {
    const bytes = Uint32Array.BYTES_PER_ELEMENT * capacityFor(length)
    const freeBuffer = this.#free.get(bytes)?.pop()
    if (freeBuffer !== undefined) this.#freeBytes -= bytes
    const set = new Uint32Array(freeBuffer ?? new ArrayBuffer(bytes), 0, length)
    this.#lent.push(set.buffer)
    return set
  }

  #release(buffer: ArrayBufferLike): void {
    if (this.#freeBytes + buffer.byteLength > this.#maxFreeBytes) return
    this.#freeBytes += buffer.byteLength
    const sameSize = this.#free.get(buffer.byteLength)
    if (sameSize === undefined) this.#free.set(buffer.byteLength, [buffer])
    else sameSize.push(buffer)
  }
}

/** Rounds up to one of few piece sizes, so that free pieces fit later requests. */
function capacityFor(length: number): number {
  if (length <= MIN_CAPACITY) return MIN_CAPACITY
  const step = 2 ** (31 - Math.clz32(length - 1)) / STEPS
  return Math.ceil(length / step) * step
}
