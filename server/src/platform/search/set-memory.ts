/** Numbers of the smallest piece of memory. */
const LEAST_CAPACITY = 256
/** Sizes of pieces in an octave: at most a fifth of a piece stays unused. */
const STEPS = 4
/** So many bytes may wait to be used again, or so many bitsets of all documents, which a search by relevance lends. */
const LEAST_FREE_BYTES = 8 * 1024 * 1024
const FREE_BITSETS = 16

/**
 * Memory for sets of documents, which is used again. Memory of each set's own would be freed by the collector alone,
 * which marks the whole heap after every 64 MiB of it.
 */
export class SetMemory {
  readonly #free = new Map<number, ArrayBufferLike[]>()
  readonly #mostFreeBytes: number
  #freeBytes = 0
  /**
   * Used by the running search. No `Set`: each table that it drops refers to the next one, so that the collector would
   * keep those of all searches until it marks the whole heap.
   */
  readonly #lent: ArrayBufferLike[] = []
  readonly #dropped: ArrayBufferLike[] = []
  /** Kept for each set without documents: most words that nobody asked before find none. */
  readonly #empty = new Uint32Array(0)

  /** @param words numbers of a bitset of all documents. */
  constructor(words = 0) {
    const bitsetBytes = words * Uint32Array.BYTES_PER_ELEMENT
    this.#mostFreeBytes = Math.max(LEAST_FREE_BYTES, bitsetBytes * FREE_BITSETS)
  }

  /** Zeros that are the caller's until `recycle`. */
  lend(length: number): Uint32Array {
    return this.#take(length).fill(0)
  }

  /** A copy that is the caller's until `recycle`. */
  copyOf(numbers: Uint32Array): Uint32Array {
    const copy = this.#take(numbers.length)
    copy.set(numbers)
    return copy
  }

  /** Keeps a set, or a copy of one that was not lent, until it is dropped. */
  keep(set: Uint32Array): Uint32Array {
    if (set.length === 0) return this.#empty
    const kept = this.#lent.includes(set.buffer) ? set : this.copyOf(set)
    const place = this.#lent.indexOf(kept.buffer)
    this.#lent[place] = this.#lent.at(-1)!
    this.#lent.pop()
    return kept
  }

  /** Ends the use of a kept set, except by the running search. */
  drop(kept: Uint32Array): void {
    if (kept !== this.#empty) this.#dropped.push(kept.buffer)
  }

  /** To be called when a search begins: the sets of those before are in use no more. */
  recycle(): void {
    for (const buffer of this.#lent) this.#release(buffer)
    for (const buffer of this.#dropped) this.#release(buffer)
    this.#lent.length = 0
    this.#dropped.length = 0
  }

  #take(length: number): Uint32Array {
    const bytes = Uint32Array.BYTES_PER_ELEMENT * capacityFor(length)
    const known = this.#free.get(bytes)?.pop()
    if (known !== undefined) this.#freeBytes -= bytes
    const set = new Uint32Array(known ?? new ArrayBuffer(bytes), 0, length)
    this.#lent.push(set.buffer)
    return set
  }

  #release(buffer: ArrayBufferLike): void {
    if (this.#freeBytes + buffer.byteLength > this.#mostFreeBytes) return
    this.#freeBytes += buffer.byteLength
    const others = this.#free.get(buffer.byteLength)
    if (others === undefined) this.#free.set(buffer.byteLength, [buffer])
    else others.push(buffer)
  }
}

/** The size of the piece for so many numbers: few sizes, so that free pieces fit. */
function capacityFor(length: number): number {
  if (length <= LEAST_CAPACITY) return LEAST_CAPACITY
  const step = 2 ** (31 - Math.clz32(length - 1)) / STEPS
  return Math.ceil(length / step) * step
}
