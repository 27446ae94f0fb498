import type { CatalogRecord } from '../../avatars/index.ts'
import { UUID_BYTES, UUID_LENGTH, writeUuid } from '../../kernel/uuid-bytes.ts'
import {
  ACTIVE_FLAG,
  beginUuid,
  FLAGS_AT,
  LONG_HEAD_BYTES,
  MOMENT_BYTES,
  momentOffset,
  omit,
  type Piece,
  type RecordLayout,
  setLength,
  setNumber,
  sharedNumberOffset,
  uuidOffset,
} from './record-layout.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** 0 for UTF-16 code units that are the same single byte in JSON: ASCII without controls, quotes and backslashes. */
const NEEDS_ENCODING = new Uint8Array(0x10000).fill(1).fill(0, 0x20, 0x80)
NEEDS_ENCODING[QUOTE] = 1
NEEDS_ENCODING[BACKSLASH] = 1
/** Up to this many code units, a loop is faster than calls of `JSON.stringify` and Node's encoder. */
const MAX_LOOP_UNITS = 48

/** Encodes records for the store. A result is valid until the next call. */
export class RecordEncoder {
  readonly #layout: RecordLayout
  #bytes = Buffer.allocUnsafeSlow(4096)

  constructor(layout: RecordLayout) {
    this.#layout = layout
  }

  /** @param sharedNumbers fragment numbers of the record's shared groups. */
  encodeRecord(record: CatalogRecord, sharedNumbers: readonly number[]): Buffer {
    const { moments } = this.#layout
    for (let group = 0; group < sharedNumbers.length; group++)
      setNumber(this.#bytes, sharedNumberOffset(group), sharedNumbers[group]!)
    for (let i = 0; i < moments.length; i++) {
      const { name, kind } = moments[i]!
      const ms = record[name] as number | null
      this.#bytes.writeUIntLE(kind.isBlank(ms) ? 0 : ms!, momentOffset(i), MOMENT_BYTES)
    }
    const end = this.#encodeGroup(this.#layout.ownPieces, record, this.#layout.ownOffset)
    this.#bytes[FLAGS_AT] = record.isActive ? ACTIVE_FLAG : 0
    return this.#bytes.subarray(0, end)
  }

  /** Encodes a shared group at the start of `bytes`, and returns its end. */
  encodeShared(group: number, record: CatalogRecord): number {
    return this.#encodeGroup(this.#layout.sharedPieces[group]!, record, 0)
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  #encodeGroup(pieces: RecordLayout['ownPieces'], record: CatalogRecord, start: number): number {
    let end = start
    let previousText: unknown = null
    for (const piece of pieces) {
      const value = record[piece.name]
      if (!piece.isText) end = this.#writeValue(piece, value, end)
      // Many descriptions equal the name.
      else if (value === previousText) end = this.#omit(end)
      else end = this.#writeAsUuid(piece, value as string, end) ?? this.#writeText(value as string, end)
      previousText = piece.isText && piece.uuidText === undefined ? value : null
    }
    return end
  }

  #writeValue(piece: Piece, value: unknown, start: number): number {
    if (!piece.kind.isBlank(value)) return this.#writeJson(jsonOf(piece, value), start)
    return this.#omit(start)
  }

  #omit(at: number): number {
    this.#reserve(at + 1)
    return omit(this.#bytes, at)
  }

  /** @returns the end of the piece; null when the text has no UUID after the prefix. */
  #writeAsUuid({ uuidText }: Piece, text: string, start: number): number | null {
    if (uuidText === undefined || !text.startsWith(uuidText.prefix)) return null
    this.#reserve(start + LONG_HEAD_BYTES + UUID_BYTES)
    if (!writeUuid(text, uuidText.prefix.length, this.#bytes, uuidOffset(start))) return null
    const rest = text.slice(uuidText.prefix.length + UUID_LENGTH)
    const end = beginUuid(this.#bytes, start)
    return rest === uuidText.suffix ? omit(this.#bytes, end) : this.#writeText(rest, end)
  }

  /**
   * Writes the JSON of a text without its quotes as a piece.
   * @returns the end of the piece.
   */
  #writeText(text: string, start: number): number {
    if (text.length > MAX_LOOP_UNITS) return this.#writeEscaped(text, start)
    this.#reserve(start + LONG_HEAD_BYTES + text.length)
    const bytes = this.#bytes
    let end = start + 1
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (NEEDS_ENCODING[code] !== 0) return this.#writeEscaped(text, start)
      bytes[end++] = code
    }
    return setLength(bytes, start, end - start - 1)
  }

  #writeEscaped(text: string, start: number): number {
    return this.#writeJson(JSON.stringify(text).slice(1, -1), start)
  }

  /**
   * Writes a piece and its length.
   * @returns the end of the piece.
   */
  #writeJson(json: string, start: number): number {
    this.#reserve(start + LONG_HEAD_BYTES + json.length * 3)
    return setLength(this.#bytes, start, this.#bytes.write(json, start + 1))
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return
    const newBuffer = Buffer.allocUnsafeSlow(length * 2)
    this.#bytes.copy(newBuffer)
    this.#bytes = newBuffer
  }
}

function jsonOf({ kind, packedJson }: Piece, value: unknown): string {
  if (packedJson === null) return JSON.stringify(kind.toWire(value))
  const columnValue = kind.toColumn(value) as number
  packedJson[columnValue] ??= JSON.stringify(kind.toWire(kind.fromColumn(columnValue)))
  return packedJson[columnValue]
}
