/**
 * Arrays of the index are in shared memory, so that the merge worker reads them without a copy. Do not write to them
 * while a worker has them.
 */
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length))
}

export function sharedUint16(length: number): Uint16Array {
  return new Uint16Array(new SharedArrayBuffer(length * 2))
}

export function sharedUint32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * 4))
}

export function sharedFloat64(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * 8))
}

/** A column of counts, in 32 bits while all of them fit. */
export type Counts = Uint32Array | Float64Array

export const MAX_UINT32 = 2 ** 32 - 1

/** An empty column of the same type. */
export function columnLike<A extends Uint16Array | Uint32Array | Float64Array>(column: A, length: number): A {
  if (column instanceof Float64Array) return sharedFloat64(length) as A
  return (column instanceof Uint16Array ? sharedUint16(length) : sharedUint32(length)) as A
}

/** Buffers of at least this many bytes have pages of their own. */
const MIN_MAPPED_BYTES = 1 << 20

/** A growing array in shared memory. `array` is replaced when it grows. */
export class Vec<A extends NumberArray> {
  array: A
  length = 0
  readonly #allocate: (length: number) => A

  constructor(allocate: (length: number) => A, capacity = 64) {
    this.#allocate = allocate
    this.array = allocate(capacity)
  }

  /** Grows the array until it has room for `count` numbers beyond `length`. */
  reserve(count: number): A {
    const neededLength = this.length + count
    if (neededLength > this.array.length) {
      const newArray = this.#allocate(Math.max(neededLength, this.array.length * 2))
      newArray.set(this.array.subarray(0, this.length))
      this.array = newArray
    }
    return this.array
  }

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1)
    this.array[this.length++] = value
  }

  append(values: A): void {
    this.reserve(values.length).set(values, this.length)
    this.length += values.length
  }

  /** A view of the numbers so far. */
  view(): A {
    return this.array.subarray(0, this.length) as A
  }

  /**
   * An array of exactly the numbers so far. Few are copied; many are not, because unwritten pages behind them take no
   * memory.
   */
  trimmed(): A {
    if (this.array.byteLength >= MIN_MAPPED_BYTES) return this.view()
    const copy = this.#allocate(this.length)
    copy.set(this.view())
    return copy
  }
}

export const byteVec = (capacity?: number): Vec<Uint8Array> => new Vec(sharedBytes, capacity)
/**
 * A buffer for about this many bytes, with a sixteenth more: growing leaves a copy behind, whereas pages that are never
 * written take no memory.
 */
export const roomyByteVec = (bytes: number): Vec<Uint8Array> => byteVec(bytes + (bytes >> 4))
export const uint16Vec = (capacity?: number): Vec<Uint16Array> => new Vec(sharedUint16, capacity)
export const uint32Vec = (capacity?: number): Vec<Uint32Array> => new Vec(sharedUint32, capacity)
export const float64Vec = (capacity?: number): Vec<Float64Array> => new Vec(sharedFloat64, capacity)

export function sharedCopy<A extends Uint32Array | Float64Array>(array: A): A {
  const copy = columnLike(array, array.length)
  copy.set(array)
  return copy
}

/** The same counts in a column that has room for `count`, too. */
export function widenedFor(counts: Counts, count: number): Counts {
  if (count <= MAX_UINT32 || counts instanceof Float64Array) return counts
  const floats = sharedFloat64(counts.length)
  floats.set(counts)
  return floats
}
