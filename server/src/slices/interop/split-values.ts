import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../kernel/json-object.ts'
import { MAX_RECORD_BYTES, type Position, type RawBatch, type RawRecord } from './raw-record.ts'

const [NEWLINE, TAB, CARRIAGE_RETURN, SPACE] = [0x0a, 0x09, 0x0d, 0x20]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Splits values that are in a list, or one after the other, over any number of lines. */
export async function* splitValues(chunks: AsyncIterable<Buffer>, from: Position): AsyncGenerator<RawBatch> {
  const splitter = new ValueSplitter(from)
  for await (const chunk of chunks) {
    const records = splitter.feed(chunk)
    if (records.length > 0) yield { records, nextPosition: splitter.position }
  }
  const records = splitter.end()
  if (records.length > 0) yield { records, nextPosition: splitter.position }
}

/** A value whose end is not found yet. */
interface OpenValue {
  /** The buffer index at which the value starts. */
  start: number
  /** The file offset at which it starts. */
  offset: number
  line: number
  /** Number of spaces before it if it is the first on its line, otherwise −1. */
  indent: number
  isObject: boolean
  depth: number
  isInString: boolean
  /** True when it is longer than allowed: the bytes before `start` were dropped. */
  isTooLong: boolean
  /** The position at which to continue if this value turns out to be broken. */
  restart: { at: number; line: number } | null
}

/**
 * Finds the end of each object by counting brackets outside strings. A broken object makes the count wrong, so the
 * position is remembered at which the next object seems to start: at a brace with the same indentation as this
 * object's, or, in a list on a single line, at a brace after a comma. If the object is not valid JSON, reading
 * continues there.
 */
class ValueSplitter {
  #buffer: Buffer = Buffer.alloc(0)
  /** File offset of the first byte in the buffer. */
  #bufferOffset: number
  /** Buffer index of the next byte to read. */
  #at = 0
  #line: number
  /** Number of spaces since the line started, or −1 after anything else. */
  #indent: number
  #openValue: OpenValue | null = null
  #records: RawRecord[] = []

  constructor({ offset, line, layout }: Position) {
    this.#bufferOffset = offset
    this.#line = line
    this.#indent = layout === null ? 0 : -1
  }

  get position(): Position {
    const { offset, line } = this.#openValue ?? { offset: this.#bufferOffset + this.#at, line: this.#line }
    return { offset, line, layout: 'values' }
  }

  feed(chunk: Buffer): RawRecord[] {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk])
    this.#findValues()
    this.#dropReadBytes()
    return this.#takeRecords()
  }

  end(): RawRecord[] {
    while (this.#openValue !== null) {
      this.#close(this.#openValue, this.#buffer.length)
      this.#findValues()
    }
    return this.#takeRecords()
  }

  #takeRecords(): RawRecord[] {
    const records = this.#records
    this.#records = []
    return records
  }

  #findValues(): void {
    while (this.#openValue === null ? this.#findStart() : this.#findEnd(this.#openValue)) {}
  }

  /** Drops the bytes that were read, and all bytes of a value that is already too long. */
  #dropReadBytes(): void {
    const openValue = this.#openValue
    if (openValue !== null && (openValue.isTooLong || this.#at - openValue.start > MAX_RECORD_BYTES)) {
      if (openValue.restart !== null) {
        this.#close(openValue, this.#at)
        this.#findValues()
        this.#dropReadBytes()
        return
      }
      openValue.isTooLong = true
      openValue.start = this.#at
    }
    const readLength = Math.min(openValue?.start ?? this.#at, this.#buffer.length)
    this.#buffer = this.#buffer.subarray(readLength)
    this.#bufferOffset += readLength
    this.#at -= readLength
    if (openValue === null) return
    openValue.start -= readLength
    if (openValue.restart !== null) openValue.restart.at -= readLength
  }

  /** @returns false when the buffer ends first. */
  #findStart(): boolean {
    const buffer = this.#buffer
    for (; this.#at < buffer.length; this.#at++) {
      switch (buffer[this.#at]) {
        case NEWLINE:
          this.#line++
          this.#indent = 0
          break
        case SPACE:
        case TAB:
        case CARRIAGE_RETURN:
          if (this.#indent >= 0) this.#indent++
          break
        case COMMA:
        case COLON:
        case OPEN_BRACKET:
        case CLOSE_BRACKET:
        case CLOSE_BRACE:
          this.#indent = -1
          break
        default:
          this.#begin(buffer[this.#at] === OPEN_BRACE)
          return true
      }
    }
    return false
  }

  #begin(isObject: boolean): void {
    this.#openValue = {
      start: this.#at,
      offset: this.#bufferOffset + this.#at,
      line: this.#line,
      indent: this.#indent,
      isObject,
      depth: 0,
      isInString: false,
      isTooLong: false,
      restart: null,
    }
    this.#indent = -1
  }

  #findEnd(openValue: OpenValue): boolean {
    return openValue.isObject ? this.#findEndOfObject(openValue) : this.#findEndOfScalar(openValue)
  }

  #findEndOfScalar(openValue: OpenValue): boolean {
    const buffer = this.#buffer
    for (; this.#at < buffer.length; this.#at++) {
      const byte = buffer[this.#at]!
      if (byte !== NEWLINE && byte !== COMMA && byte !== CLOSE_BRACKET) continue
      this.#close(openValue, this.#at)
      return true
    }
    return false
  }

  #findEndOfObject(openValue: OpenValue): boolean {
    const buffer = this.#buffer
    let indent = this.#indent
    let at = this.#at
    for (; at < buffer.length; at++) {
      const byte = buffer[at]!
      if (byte === NEWLINE) {
        this.#line++
        indent = 0
        // No JSON string contains a line end, so an open one is broken.
        openValue.isInString = false
        continue
      }
      if (indent >= 0 && (byte === SPACE || byte === TAB)) {
        indent++
        continue
      }
      if (
        byte === OPEN_BRACE &&
        at > openValue.start &&
        openValue.restart === null &&
        this.#mayRestart(openValue, at, indent)
      )
        openValue.restart = { at, line: this.#line }
      if (byte !== CARRIAGE_RETURN) indent = -1
      if (byte === QUOTE) openValue.isInString = !openValue.isInString
      else if (openValue.isInString) {
        if (byte === BACKSLASH) at++
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) openValue.depth++
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --openValue.depth === 0) {
        this.#at = at + 1
        this.#indent = -1
        this.#close(openValue, this.#at)
        return true
      }
    }
    this.#at = at
    this.#indent = indent
    return false
  }

  #mayRestart(openValue: OpenValue, at: number, indent: number): boolean {
    if (openValue.indent >= 0) return indent === openValue.indent
    let before = at - 1
    while (before > openValue.start && isSpace(this.#buffer[before]!)) before--
    return this.#buffer[before] === COMMA
  }

  /** Adds the value that ends at buffer index `end`, or its problem, and continues after it. */
  #close(openValue: OpenValue, end: number): void {
    const { line, restart, isTooLong } = openValue
    this.#openValue = null
    if (isTooLong || end - openValue.start > MAX_RECORD_BYTES) {
      this.#records.push({ line, problem: restart === null ? 'too_long' : 'not_json' })
    } else {
      const bytes = this.#buffer.subarray(openValue.start, end)
      const value = isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : undefined
      if (value !== undefined) {
        this.#records.push({ line, value })
        return
      }
      this.#records.push({ line, problem: isUtf8(bytes) ? 'not_json' : 'bad_utf8' })
    }
    if (restart === null) return
    this.#at = restart.at
    this.#line = restart.line
    this.#indent = openValue.indent
  }
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === NEWLINE || byte === CARRIAGE_RETURN || byte === TAB
}
