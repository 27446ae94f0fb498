import { BufferPool } from './buffer-pool.ts'
import { type BytesWithView, withView } from './bytes-with-view.ts'
import { ISO_LENGTH, writeIso } from './iso-moment.ts'
import { UUID_BYTES, UUID_LENGTH } from './uuid-bytes.ts'

/** Texts up to this many characters are written faster by a loop than by a `Buffer` method. */
const MAX_LOOP_CHARACTERS = 40
/** Bytes up to this many are copied faster by a loop, four at once, than by a `Buffer` method. */
const MAX_LOOP_BYTES = 120
const INT32_BYTES = 4
const MAX_INT32 = 0x7fff_ffff
const QUOTE = 0x22
const ZERO = 0x30
const HYPHEN = 0x2d
/** Bit i is set when a hyphen precedes byte i of a UUID. */
const AFTER_HYPHENS = 0b101_0101_0000
/** The two hexadecimal digits of every byte value, the first one in the lower byte. */
const HEX_DIGITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16LE(),
)
const NO_MEMORY = withView(Buffer.alloc(0))

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
  readonly #pool: BufferPool
  readonly #capacity: number
  #buffer = NO_MEMORY.bytes
  #view = NO_MEMORY.view
  #length = 0

  /**
   * @param capacity initial size in bytes, also after `lend`; it doubles when full.
   * @param pool may be shared by writers, each of which writes one answer.
   */
  constructor(capacity = 32 * 1024, pool = new BufferPool()) {
    this.#capacity = capacity
    this.#pool = pool
  }

  get length(): number {
    return this.#length
  }

  /** Reserves room for this many more bytes, so that writing a long text does not grow the buffer repeatedly. */
  reserve(bytes: number): void {
    const neededBytes = this.#length + bytes
    if (neededBytes <= this.#buffer.length) return
    const oldBuffer = this.#buffer
    const newBuffer = this.#pool.take(Math.max(neededBytes, oldBuffer.length * 2, this.#capacity))
    this.#buffer = newBuffer
    this.#view = withView(newBuffer).view
    oldBuffer.copy(this.#buffer, 0, 0, this.#length)
    if (oldBuffer.length > 0) this.#pool.give(oldBuffer)
  }

  /** Appends text that consists of ASCII only. */
  ascii(text: string): this {
    this.reserve(text.length)
    if (text.length > MAX_LOOP_CHARACTERS) {
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

  /** Appends the bytes from `start` to `end - 1` unchanged. */
  bytes({ bytes, view }: BytesWithView, start: number, end: number): this {
    const length = end - start
    this.reserve(length)
    if (length > MAX_LOOP_BYTES) this.#length += bytes.copy(this.#buffer, this.#length, start, end)
    else if (length >= INT32_BYTES) this.#copyInt32s(view, start, end)
    else for (let i = start; i < end; i++) this.#buffer[this.#length++] = bytes[i]!
    return this
  }

  /** Appends at least four bytes; the last four may overlap those before. */
  #copyInt32s(source: DataView, start: number, end: number): void {
    const target = this.#view
    const shift = this.#length - start
    const lastStart = end - INT32_BYTES
    for (let i = start; i < lastStart; i += INT32_BYTES)
      target.setInt32(i + shift, source.getInt32(i, true), true)
    target.setInt32(lastStart + shift, source.getInt32(lastStart, true), true)
    this.#length = end + shift
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
    const view = this.#view
    let end = this.#length
    for (let i = 0; i < UUID_BYTES; i++) {
      if ((AFTER_HYPHENS >>> i) & 1) view.setUint8(end++, HYPHEN)
      view.setUint16(end, HEX_DIGITS[source[start + i]!]!, true)
      end += 2
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
    this.#buffer = NO_MEMORY.bytes
    this.#view = NO_MEMORY.view
    this.#length = 0
    return { bytes, release: () => this.#pool.give(buffer) }
  }

  /** Clears the content and keeps the memory. */
  reset(): this {
    this.#length = 0
    return this
  }
}
