/** Offsets of the sixteen bytes of a UUID in its text. */
const UUID_OFFSETS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const HEX_DIGITS = Buffer.from('0123456789abcdef')

/** A bijective hash of 32 bits ("lowbias32" by Chris Wellons). */
export function scramble(value: number): number {
  let x = value ^ (value >>> 16)
  x = Math.imul(x, 0x7feb352d)
  x ^= x >>> 15
  x = Math.imul(x, 0x846ca68b)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * A seeded generator (sfc32 by Chris Doty-Humphrey). It is reset for each item, so that an item depends on its own
 * number only.
 */
export class Random {
  #a = 0
  #b = 0
  #c = 0
  #counter = 1
  #bits = 0
  readonly #uuid = Buffer.alloc(36, '-')

  /** Starts the sequence of (seed, stream, index). */
  startAt(seed: number, stream: number, index: number): this {
    this.#a = scramble(seed)
    this.#b = scramble(index ^ 0x5bd1e995) ^ seed
    this.#c = scramble(index) ^ Math.imul(stream, 0x9e3779b1)
    this.#counter = stream
    for (let round = 0; round < 8; round++) this.uint32()
    return this
  }

  /** An integer from 0 to 2³² − 1. */
  uint32(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0
    return result >>> 0
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.uint32() / 0x1_0000_0000
  }

  /** An integer in [0, end). */
  below(end: number): number {
    return Math.floor(this.unit() * end)
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.unit() < probability
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!
  }

  /** A draw of the standard normal distribution (Box and Muller). */
  gaussian(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  /** A version 4 UUID, made as bytes because concatenated strings are slow to encode later. */
  uuid(): string {
    for (let i = 0; i < 16; i++) {
      if (i % 4 === 0) this.#bits = this.uint32()
      const byte = this.#bits & 0xff
      this.#bits >>>= 8
      this.#putByte(i, i === 6 ? 0x40 | (byte & 0x0f) : i === 8 ? 0x80 | (byte & 0x3f) : byte)
    }
    return this.#uuid.toString('latin1')
  }

  #putByte(index: number, byte: number): void {
    const offset = UUID_OFFSETS[index]!
    this.#uuid[offset] = HEX_DIGITS[byte >>> 4]!
    this.#uuid[offset + 1] = HEX_DIGITS[byte & 0x0f]!
  }
}
