import type { CatalogRecord } from '../../avatars/index.ts'
import { UUID_BYTES, UUID_LENGTH, writeUuid } from '../../kernel/uuid-bytes.ts'
import {
  ACTIVE,
  FLAGS_AT,
  LONG_HEAD,
  momentAt,
  type Piece,
  type RecordLayout,
  setLength,
  sharedAt,
  usualFlag,
} from './record-layout.ts'

const LAST_ASCII = 0x7f
/** Up to this many characters, a loop is faster than a call of Node's encoder. */
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
      this.#bytes.writeUInt32LE(shared[group]!, sharedAt(group))
    for (let i = 0; i < moments.length; i++) {
      const { name, kind } = moments[i]!
      const ms = record[name] as number | null
      this.#bytes.writeDoubleLE(kind.isBlank(ms) ? Number.NaN : ms!, momentAt(i))
    }
    const { end, flags } = this.#group(this.#layout.own, record, this.#layout.ownAt)
    this.#bytes.writeUInt32LE(flags | (record.isActive ? ACTIVE : 0), FLAGS_AT)
    return this.#bytes.subarray(0, end)
  }

  shared(group: number, record: CatalogRecord): Buffer {
    const { end } = this.#group(this.#layout.shared[group]!, record, 0)
    return this.#bytes.subarray(0, end)
  }

  #group(pieces: RecordLayout['own'], record: CatalogRecord, start: number): { end: number; flags: number } {
    let end = start
    let flags = 0
    let before = ''
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i]!
      const value = record[piece.name]
      const rest = this.#restOf(piece, value)
      if (rest !== null) flags |= usualFlag(i)
      const json = rest === null ? jsonOf(piece, value) : closedJson(rest)
      // Many descriptions equal the name, so such a repetition is stored as an empty piece.
      end = this.#write(json === before ? '' : json, end)
      before = piece.usualStart === null ? json : ''
    }
    return { end, flags }
  }

  /**
   * Writes the UUID of a text that begins as usual.
   * @returns the text after the UUID; null when the text begins otherwise.
   */
  #restOf({ usual, uuidAt }: Piece, value: unknown): string | null {
    if (usual === undefined) return null
    const text = value as string
    if (text.startsWith(usual)) {
      if (uuidAt === null) return text.slice(usual.length)
      if (writeUuid(text, usual.length, this.#bytes, uuidAt)) return text.slice(usual.length + UUID_LENGTH)
    }
    if (uuidAt !== null) this.#bytes.fill(0, uuidAt, uuidAt + UUID_BYTES)
    return null
  }

  /**
   * Writes a piece and its length.
   * @returns the end of the piece.
   */
  #write(text: string, start: number): number {
    const maxBytes = LONG_HEAD + text.length * 3
    if (start + maxBytes > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow((start + maxBytes) * 2)
      this.#bytes.copy(grown, 0, 0, start)
      this.#bytes = grown
    }
    const isWritten = text.length <= MOST_SHORT && writeAscii(text, this.#bytes, start + 1)
    return setLength(this.#bytes, start, isWritten ? text.length : this.#bytes.write(text, start + 1))
  }
}

function jsonOf({ kind, blankJson, packedJson }: Piece, value: unknown): string {
  if (value === kind.blank) return blankJson
  if (packedJson === null) return JSON.stringify(kind.toWire(value))
  const column = kind.toColumn(value) as number
  packedJson[column] ??= JSON.stringify(kind.toWire(kind.fromColumn(column)))
  return packedJson[column]
}

/** The JSON of a text without the opening quote. */
function closedJson(text: string): string {
  return text === '' ? '"' : JSON.stringify(text).slice(1)
}

/** Writes an ASCII text; returns false when the text has another character. */
function writeAscii(text: string, into: Buffer, at: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > LAST_ASCII) return false
    into[at + i] = code
  }
  return true
}
