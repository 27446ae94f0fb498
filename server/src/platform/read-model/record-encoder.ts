import type { CatalogRecord } from '../../avatars/index.ts'
import { UUID_BYTES, UUID_LENGTH, writeUuid } from '../../kernel/uuid-bytes.ts'
import {
  ACTIVE,
  FLAGS_AT,
  LONG_HEAD,
  momentAt,
  type RecordLayout,
  setLength,
  sharedAt,
  usualFlag,
} from './record-layout.ts'

/** Encodes records for the store; a result is valid until the next call. */
export class RecordEncoder {
  readonly #layout: RecordLayout
  #bytes = Buffer.allocUnsafeSlow(4096)

  constructor(layout: RecordLayout) {
    this.#layout = layout
  }

  /** @param shared numbers of the record's shared groups. */
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
      const json = JSON.stringify(piece.kind.toWire(record[piece.name]))
      const omitted = this.#omit(piece, json)
      if (omitted > 0) flags |= usualFlag(i)
      // Many descriptions are the name.
      end = this.#write(json === before ? '' : json.slice(omitted), end)
      before = piece.usualStart === null ? json : ''
    }
    return { end, flags }
  }

  /** Writes the UUID of a piece that begins as usual. @returns the length of that beginning, 0 when it is another. */
  #omit({ usualStart, uuidAt }: RecordLayout['own'][number], json: string): number {
    if (uuidAt !== null) this.#bytes.fill(0, uuidAt, uuidAt + UUID_BYTES)
    if (usualStart === null || !json.startsWith(usualStart)) return 0
    if (uuidAt === null) return usualStart.length
    return writeUuid(json, usualStart.length, this.#bytes, uuidAt) ? usualStart.length + UUID_LENGTH : 0
  }

  /** Writes a piece and its length. @returns the end of the piece. */
  #write(text: string, start: number): number {
    const maxBytes = LONG_HEAD + text.length * 3
    if (start + maxBytes > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow((start + maxBytes) * 2)
      this.#bytes.copy(grown, 0, 0, start)
      this.#bytes = grown
    }
    return setLength(this.#bytes, start, this.#bytes.write(text, start + 1))
  }
}
