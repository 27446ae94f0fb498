import type { AvatarField, FieldName } from '../../avatars/index.ts'
import { readUuid, UUID_BYTES } from '../../kernel/uuid-bytes.ts'

/** A field that is stored as JSON. */
export interface Piece extends AvatarField {
  readonly blankJson: string
  /** For a packed kind, the JSON of each column value, filled on demand. */
  readonly packedJson: string[] | null
  /** True when the JSON is always a text; its quotes are not stored. */
  readonly isText: boolean
}

/** Groups of fields whose JSON is the same for many avatars. */
export const SHARED_GROUPS = ['author', 'tags', 'aiTags', 'traits'] as const

const FLAGS_BYTES = 1
const NUMBER_BYTES = 3
/** The numbers of shared texts are below this. */
export const MAX_SHARED_TEXTS = 2 ** (8 * NUMBER_BYTES)
export const MOMENT_BYTES = 6
/** The length byte of a piece that is omitted, because it can be derived as `RecordLayout` says. */
const OMITTED_MARK = 0
/** The length byte of a text that is written as its UUID and what follows it, without the prefix (`uuidText`). */
const UUID_MARK = 254
/** The length byte of a piece whose length is in the next 4 bytes. */
const LONG_MARK = 255
/** Bytes before a long piece. */
export const LONG_HEAD_BYTES = 5

/** Offset of a record's flags, of which there is only `ACTIVE_FLAG`. */
export const FLAGS_AT = 0
export const ACTIVE_FLAG = 1
const MOMENTS_AT = FLAGS_AT + FLAGS_BYTES + NUMBER_BYTES * SHARED_GROUPS.length

/**
 * The layout of an avatar's fields in a record. Pieces of JSON are in groups:
 *
 *     group     for each piece its length + 1 (1 byte, or else `LONG_MARK` and the length in 4) · the piece. For a text
 *               with `uuidText`, `UUID_MARK` · the UUID's 16 bytes · the rest as a piece. A single `OMITTED_MARK`
 *               stands for a text that is the same as the piece before, for the suffix of `uuidText`, and for a blank
 *               value that is not a text
 *     record    flags (1 byte) · numbers of its shared groups (3 each) · moments (6 each, 0 for null) · own group
 */
export class RecordLayout {
  readonly ownPieces: readonly Piece[]
  readonly sharedPieces: readonly (readonly Piece[])[]
  readonly moments: readonly AvatarField[]
  readonly ownOffset: number

  constructor(fields: readonly AvatarField[]) {
    const fieldsOf = (form: AvatarField['form']) => fields.filter(field => field.form === form)
    this.sharedPieces = SHARED_GROUPS.map(group => fieldsOf(group).map(toPiece))
    this.moments = fieldsOf('moment')
    this.ownPieces = fieldsOf('own').map(toPiece)
    this.ownOffset = momentOffset(this.moments.length)
  }

  recordEnd(bytes: Buffer, start: number): number {
    let at = start + this.ownOffset
    for (let i = 0; i < this.ownPieces.length; i++) at = pieceEnd(bytes, at)
    return at
  }

  /** The JSON, without quotes, of an own text of the record at the start of `bytes`. */
  ownText(bytes: Buffer, field: FieldName): string {
    const piece = placeIn(this.ownPieces, field)
    const textAt = (at: number) => bytes.toString('latin1', pieceStart(bytes, at), pieceEnd(bytes, at))
    const at = lengthOffset(bytes, this.ownOffset, piece)
    const { uuidText } = this.ownPieces[piece]!
    if (uuidText === undefined || !isWrittenAsUuid(bytes, at)) return textAt(at)
    const rest = restOffset(at)
    return (
      uuidText.prefix +
      readUuid(bytes, uuidOffset(at)) +
      (isOmitted(bytes, rest) ? uuidText.suffix : textAt(rest))
    )
  }
}

export function sharedNumberOffset(group: number): number {
  return FLAGS_AT + FLAGS_BYTES + NUMBER_BYTES * group
}

export function momentOffset(moment: number): number {
  return MOMENTS_AT + MOMENT_BYTES * moment
}

/** The number of a shared group, at `at`. */
export function numberAt(bytes: Buffer, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
}

export function setNumber(bytes: Buffer, at: number, number: number): void {
  bytes.writeUIntLE(number, at, NUMBER_BYTES)
}

export function isOmitted(bytes: Buffer, at: number): boolean {
  return bytes[at] === OMITTED_MARK
}

export function isWrittenAsUuid(bytes: Buffer, at: number): boolean {
  return bytes[at] === UUID_MARK
}

/** Offset of the UUID of the piece whose length byte is at `at`. */
export function uuidOffset(at: number): number {
  return at + 1
}

/** Offset of the length byte of the text after that UUID, which is stored like a piece. */
export function restOffset(at: number): number {
  return uuidOffset(at) + UUID_BYTES
}

/** Offset of the length of text `i` in the group at `group`; if it is omitted, of the earlier text that is the same. */
function lengthOffset(bytes: Buffer, group: number, i: number): number {
  let start = group
  for (let at = group, passedPieces = 0; passedPieces < i; passedPieces++) {
    at = pieceEnd(bytes, at)
    if (!isOmitted(bytes, at)) start = at
  }
  return start
}

/** Start of the piece whose length is at `at`. */
export function pieceStart(bytes: Buffer, at: number): number {
  return bytes[at] === LONG_MARK ? at + LONG_HEAD_BYTES : at + 1
}

/** End of the piece whose length is at `at`. */
export function pieceEnd(bytes: Buffer, at: number): number {
  const length = bytes[at]!
  if (length === LONG_MARK) return at + LONG_HEAD_BYTES + bytes.readUInt32LE(at + 1)
  if (length === UUID_MARK) return pieceEnd(bytes, restOffset(at))
  return length === OMITTED_MARK ? at + 1 : at + length
}

export function omit(bytes: Buffer, at: number): number {
  bytes[at] = OMITTED_MARK
  return at + 1
}

/** Marks the piece at `at`, whose UUID is written; returns the offset of the length of the rest after the UUID. */
export function beginUuid(bytes: Buffer, at: number): number {
  bytes[at] = UUID_MARK
  return restOffset(at)
}

/**
 * Sets the length of a piece of `length` bytes that begins at `at + 1`, and moves the piece when it is long.
 * @returns its end.
 */
export function setLength(bytes: Buffer, at: number, length: number): number {
  if (length + 1 < UUID_MARK) {
    bytes[at] = length + 1
    return at + 1 + length
  }
  bytes.copyWithin(at + LONG_HEAD_BYTES, at + 1, at + 1 + length)
  bytes[at] = LONG_MARK
  bytes.writeUInt32LE(length, at + 1)
  return at + LONG_HEAD_BYTES + length
}

/** The index of a field in `fields`, or -1. */
export function placeIn(fields: readonly { readonly wire: FieldName }[], field: FieldName): number {
  return fields.findIndex(({ wire }) => wire === field)
}

function toPiece(field: AvatarField): Piece {
  const { kind } = field
  return {
    ...field,
    blankJson: JSON.stringify(kind.toWire(kind.blank)),
    packedJson: kind.isPacked ? [] : null,
    isText: typeof kind.blank === 'string',
  }
}
