/** A growing UTF-8 buffer that answers are assembled in from prepared fragments, without building objects first. */
export class JsonWriter {
  #buffer: Buffer
  #length = 0

  /** @param capacity bytes to start with; it doubles when it runs out. */
  constructor(capacity = 32 * 1024) {
    this.#buffer = Buffer.allocUnsafeSlow(capacity)
  }

  get length(): number {
    return this.#length
  }

  /** Appends text of which every character is ASCII. */
  ascii(text: string): this {
    this.#reserve(text.length)
    this.#length += this.#buffer.write(text, this.#length, 'latin1')
    return this
  }

  /** Appends any text as UTF-8. */
  text(text: string): this {
    this.#reserve(text.length * 3)
    this.#length += this.#buffer.write(text, this.#length)
    return this
  }

  /** Appends a value as `JSON.stringify` writes it. */
  json(value: unknown): this {
    return this.text(JSON.stringify(value))
  }

  /** Appends `source[start, end)` as it is. */
  bytes(source: Buffer, start: number, end: number): this {
    this.#reserve(end - start)
    this.#length += source.copy(this.#buffer, this.#length, start, end)
    return this
  }

  /** Appends a non-negative integer. */
  integer(value: number): this {
    return this.ascii(String(value))
  }

  /** Takes back the last bytes, to go on from there. */
  takeBack(bytes: number): this {
    this.#length -= bytes
    return this
  }

  /** A copy of the bytes written so far; the writer can be used on or reset. */
  toBuffer(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length))
  }

  /** Forgets what was written and keeps the memory. */
  reset(): this {
    this.#length = 0
    return this
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#buffer.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2))
    this.#buffer.copy(grown, 0, 0, this.#length)
    this.#buffer = grown
  }
}
