import type { CatalogRecord } from '../../avatars/index.ts'
import { UUID_BYTES, UUID_LENGTH, writeUuid } from '../../kernel/uuid-bytes.ts'
import {
  ACTIVE,
  beginUuid,
  FLAGS_AT,
  LONG_HEAD,
  MOMENT_BYTES,
  momentAt,
  omit,
  type Piece,
  type RecordLayout,
  setLength,
  setNumber,
  sharedAt,
  uuidOf,
} from './record-layout.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** 0 for the units that are one and the same byte in JSON: ASCII without controls, quotes and backslashes. */
const IS_ESCAPED = new Uint8Array(0x10000).fill(1).fill(0, 0x20, 0x80)
IS_ESCAPED[QUOTE] = 1
IS_ESCAPED[BACKSLASH] = 1
/** Up to this many units, a loop is faster than calls of `JSON.stringify` and Node's encoder. */
const MAX_SHORT = 48

/** Encodes records for the store. A result is valid until the next call. */
export class RecordEncoder {
  readonly #layout: RecordLayout
  #bytes = Buffer.allocUnsafeSlow(4096)

  constructor(layout: RecordLayout) {
    this.#layout = layout
  }

  /** @param shared fragment numbers of the record's shared groups. */
  record(record: CatalogRecord, shared: readonly number[]): Buffer {
    const { moments } = this.#layout
    for (let group = 0; group < shared.length; group++)
      setNumber(this.#bytes, sharedAt(group), shared[group]!)
    for (let i = 0; i < moments.length; i++) {
      const { name, kind } = moments[i]!
      const ms = record[name] as number | null
      this.#bytes.writeUIntLE(kind.isBlank(ms) ? 0 : ms!, momentAt(i), MOMENT_BYTES)
    }
    const end = this.#group(this.#layout.own, record, this.#layout.ownAt)
    this.#bytes[FLAGS_AT] = record.isActive ? ACTIVE : 0
    return this.#bytes.subarray(0, end)
  }

  /** Encodes a shared group at the start of `bytes`, and returns its end. */
  shared(group: number, record: CatalogRecord): number {
    return this.#group(this.#layout.shared[group]!, record, 0)
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  #group(pieces: RecordLayout['own'], record: CatalogRecord, start: number): number {
    let end = start
    let before: unknown = null
    for (const piece of pieces) {
      const value = record[piece.name]
      if (!piece.isText) end = this.#writeValue(piece, value, end)
      // Many descriptions equal the name.
      else if (value === before) end = this.#omit(end)
      else end = this.#writeAsUuid(piece, value as string, end) ?? this.#writeText(value as string, end)
      before = piece.isText && piece.uuidText === undefined ? value : null
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
    this.#reserve(start + LONG_HEAD + UUID_BYTES)
    if (!writeUuid(text, uuidText.prefix.length, this.#bytes, uuidOf(start))) return null
    const rest = text.slice(uuidText.prefix.length + UUID_LENGTH)
    const end = beginUuid(this.#bytes, start)
    return rest === uuidText.suffix ? omit(this.#bytes, end) : this.#writeText(rest, end)
  }

  /**
   * Writes the JSON of a text without its quotes as a piece.
   * @returns the end of the piece.
   */
  #writeText(text: string, start: number): number {
    if (text.length > MAX_SHORT) return this.#writeEscaped(text, start)
    this.#reserve(start + LONG_HEAD + text.length)
    const bytes = this.#bytes
    let end = start + 1
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (IS_ESCAPED[code] !== 0) return this.#writeEscaped(text, start)
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
    this.#reserve(start + LONG_HEAD + json.length * 3)
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
  const column = kind.toColumn(value) as number
  packedJson[column] ??= JSON.stringify(kind.toWire(kind.fromColumn(column)))
  return packedJson[column]
}
