import type { CatalogRecord } from '../../avatars/index.ts'
import { UUID_BYTES, UUID_LENGTH, writeUuid } from '../../kernel/uuid-bytes.ts'
import {
  ACTIVE,
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
  usualFlag,
} from './record-layout.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** 0 for the units that are one and the same byte in JSON: ASCII without controls, quotes and backslashes. */
const IS_ESCAPED = new Uint8Array(0x10000).fill(1).fill(0, 0x20, 0x80)
IS_ESCAPED[QUOTE] = 1
IS_ESCAPED[BACKSLASH] = 1
/** Up to this many units, a loop is faster than calls of `JSON.stringify` and Node's encoder. */
const MOST_SHORT = 48

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
    const { end, flags } = this.#group(this.#layout.own, record, this.#layout.ownAt)
    this.#bytes.writeUInt16LE(flags | (record.isActive ? ACTIVE : 0), FLAGS_AT)
    return this.#bytes.subarray(0, end)
  }

  /** Encodes a shared group at the start of `bytes`, and returns its end. */
  shared(group: number, record: CatalogRecord): number {
    return this.#group(this.#layout.shared[group]!, record, 0).end
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  #group(pieces: RecordLayout['own'], record: CatalogRecord, start: number): { end: number; flags: number } {
    let end = start
    let flags = 0
    let before: unknown = null
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i]!
      const value = record[piece.name]
      const rest = this.#restOf(piece, value)
      if (rest !== null) {
        flags |= usualFlag(i)
        end = rest === piece.usual?.end ? omit(this.#bytes, end) : this.#writeText(rest, end)
      } else if (!piece.isText) end = this.#writeJson(jsonOf(piece, value), end)
      // Many descriptions equal the name.
      else end = value === before ? omit(this.#bytes, end) : this.#writeText(value as string, end)
      before = piece.isText && piece.usual === undefined ? value : null
    }
    return { end, flags }
  }

  /**
   * Writes the UUID of a text that begins as usual.
   * @returns the text after the UUID; null when the text begins otherwise.
   */
  #restOf({ usual, uuidAt }: Piece, value: unknown): string | null {
    if (usual === undefined || uuidAt === null) return null
    const text = value as string
    const { length } = usual.start
    if (text.startsWith(usual.start) && writeUuid(text, length, this.#bytes, uuidAt))
      return text.slice(length + UUID_LENGTH)
    this.#bytes.fill(0, uuidAt, uuidAt + UUID_BYTES)
    return null
  }

  /**
   * Writes the JSON of a text without its quotes as a piece.
   * @returns the end of the piece.
   */
  #writeText(text: string, start: number): number {
    if (text.length > MOST_SHORT) return this.#writeEscaped(text, start)
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
    const grown = Buffer.allocUnsafeSlow(length * 2)
    this.#bytes.copy(grown)
    this.#bytes = grown
  }
}

function jsonOf({ kind, blankJson, packedJson }: Piece, value: unknown): string {
  if (value === kind.blank) return blankJson
  if (packedJson === null) return JSON.stringify(kind.toWire(value))
  const column = kind.toColumn(value) as number
  packedJson[column] ??= JSON.stringify(kind.toWire(kind.fromColumn(column)))
  return packedJson[column]
}
