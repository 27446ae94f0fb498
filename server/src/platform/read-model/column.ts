type Numbers = Uint8Array | Uint16Array | Uint32Array

/** A typed array that grows: one number per slot. */
export class Column<T extends Numbers> {
  #values: T
  readonly #allocate: (length: number) => T

  constructor(allocate: (length: number) => T, initial?: T) {
    this.#allocate = allocate
    this.#values = initial ?? allocate(1024)
  }

  /** The number at `index`, 0 where nothing was set. */
  get(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const grown = this.#allocate(Math.max(index + 1, Math.ceil(this.#values.length * 1.5)))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[index] = value
  }

  /** A copy of the first `length` numbers. */
  slice(length: number): T {
    const copy = this.#allocate(length)
    copy.set(this.#values.subarray(0, length))
    return copy
  }
}

export const uint8Column = (initial?: Uint8Array): Column<Uint8Array> =>
  new Column(length => new Uint8Array(length), initial)
export const uint16Column = (initial?: Uint16Array): Column<Uint16Array> =>
  new Column(length => new Uint16Array(length), initial)
export const uint32Column = (initial?: Uint32Array): Column<Uint32Array> =>
  new Column(length => new Uint32Array(length), initial)
