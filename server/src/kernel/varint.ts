/**
 * Appends a non-negative integer in groups of seven bits, lowest first; a set high bit means that more follow (LEB128).
 */
export function pushVarint(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  bytes.push(rest)
}

/** Reads numbers written by `pushVarint`, and raw bytes between them. */
export class VarintReader {
  readonly #bytes: Uint8Array
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length
  }

  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#offset++]!
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  bytes(length: number): Uint8Array {
    this.#offset += length
    return this.#bytes.subarray(this.#offset - length, this.#offset)
  }
}
