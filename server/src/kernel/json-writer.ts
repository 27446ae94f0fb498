import { BufferPool } from './buffer-pool.ts'
import { ISO_LENGTH, writeIso } from './iso-moment.ts'
import { UUID_BYTES, UUID_LENGTH } from './uuid-bytes.ts'

/** Texts up to this many bytes are copied faster by a loop than by a `Buffer` method. */
const SHORT = 40
const MAX_INT32 = 0x7fff_ffff
const QUOTE = 0x22
const ZERO = 0x30
const HYPHEN = 0x2d
/** Bit i is set when a hyphen precedes byte i of a UUID. */
const BEHIND_HYPHENS = 0b101_0101_0000
/** The two hexadecimal digits of every byte value, the first one in the lower byte. */
const HEX_DIGITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16LE(),
)
const NO_MEMORY = Buffer.alloc(0)

/** Bytes in memory that is reused after `release`. */
export interface LentBytes {
  readonly bytes: Buffer
  /**
   * Call it at most once, when nobody reads the bytes any more. If it is not called, the memory is garbage collected.
   */
  release(): void
}

/** A growing UTF-8 buffer, in which JSON is assembled from fragments without building objects first. */
export class JsonWriter {
  readonly #memory: BufferPool
  readonly #capacity: number
  #buffer: Buffer = NO_MEMORY
  #length = 0

  /**
   * @param capacity initial size in bytes, also after `lend`; it doubles when full.
   * @param memory may be shared by writers, each of which writes one answer.
   */
  constructor(capacity = 32 * 1024, memory = new BufferPool()) {
    this.#capacity = capacity
    this.#memory = memory
  }

  get length(): number {
    return this.#length
  }

  /** Reserves room for this many more bytes, so that writing a long text does not grow the buffer repeatedly. */
  reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#buffer.length) return
    const outgrown = this.#buffer
    this.#buffer = this.#memory.take(Math.max(needed, outgrown.length * 2, this.#capacity))
    outgrown.copy(this.#buffer, 0, 0, this.#length)
    if (outgrown.length > 0) this.#memory.give(outgrown)
  }

  /** Appends text that consists of ASCII only. */
  ascii(text: string): this {
    this.reserve(text.length)
    if (text.length > SHORT) {
      this.#length += this.#buffer.write(text, this.#length, 'latin1')
    } else {
      for (let i = 0; i < text.length; i++) this.#buffer[this.#length + i] = text.charCodeAt(i)
      this.#length += text.length
    }
    return this
  }

  /** Appends any text as UTF-8. */
  text(text: string): this {
    this.reserve(text.length * 3)
    this.#length += this.#buffer.write(text, this.#length)
    return this
  }

  /** Appends a value as `JSON.stringify` writes it. */
  json(value: unknown): this {
    return this.text(JSON.stringify(value))
  }

  /** Appends `source[start, end)` unchanged. */
  bytes(source: Buffer, start: number, end: number): this {
    this.reserve(end - start)
    if (end - start > SHORT) {
      this.#length += source.copy(this.#buffer, this.#length, start, end)
    } else {
      const buffer = this.#buffer
      const shift = this.#length - start
      for (let i = start; i < end; i++) buffer[i + shift] = source[i]!
      this.#length = end + shift
    }
    return this
  }

  /** Appends a non-negative integer. */
  integer(value: number): this {
    if (value > MAX_INT32) return this.ascii(String(value))
    let end = this.#length + 1
    for (let power = 10; power <= value; power *= 10) end++
    this.reserve(end - this.#length)
    const buffer = this.#buffer
    for (let at = end - 1, rest = value; at >= this.#length; at--) {
      const tens = (rest / 10) | 0
      buffer[at] = ZERO + rest - tens * 10
      rest = tens
    }
    this.#length = end
    return this
  }

  /** Appends a quoted timestamp; see `writeIso`. */
  moment(ms: number): this {
    this.reserve(ISO_LENGTH + 2)
    const end = this.#length + ISO_LENGTH + 1
    this.#buffer[this.#length] = QUOTE
    writeIso(this.#buffer, this.#length + 1, ms)
    this.#buffer[end] = QUOTE
    this.#length = end + 1
    return this
  }

  /** Appends the lower-case UUID whose 16 bytes are at `start` of `source`. */
  uuid(source: Buffer, start: number): this {
    this.reserve(UUID_LENGTH)
    const buffer = this.#buffer
    let end = this.#length
    for (let i = 0; i < UUID_BYTES; i++) {
      if ((BEHIND_HYPHENS >>> i) & 1) buffer[end++] = HYPHEN
      const digits = HEX_DIGITS[source[start + i]!]!
      buffer[end++] = digits
      buffer[end++] = digits >>> 8
    }
    this.#length = end
    return this
  }

  /** Removes the last `bytes` bytes. */
  removeLast(bytes: number): this {
    this.#length -= bytes
    return this
  }

  setByte(offset: number, byte: number): this {
    this.#buffer[offset] = byte
    return this
  }

  /** A copy of the bytes written so far. */
  toBuffer(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length))
  }

  /** The text written so far. */
  toString(): string {
    return this.#buffer.toString('utf8', 0, this.#length)
  }

  /** Hands out the content without copying it, and leaves the writer empty. */
  lend(): LentBytes {
    const buffer = this.#buffer
    const bytes = buffer.subarray(0, this.#length)
    this.#buffer = NO_MEMORY
    this.#length = 0
    return { bytes, release: () => this.#memory.give(buffer) }
  }

  /** Clears the content and keeps the memory. */
  reset(): this {
    this.#length = 0
    return this
  }
}
