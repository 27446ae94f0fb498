import type { AvatarField, FieldName } from '../../avatars/index.ts'
import { UUID_BYTES } from '../../kernel/uuid-bytes.ts'

/** A field that is stored as JSON. */
export interface Piece extends AvatarField {
  readonly blankJson: string
  /** For a packed kind, the JSON of each column value, filled on demand. */
  readonly packedJson: string[] | null
  /** True when the JSON is always a text; its quotes are not stored. */
  readonly isText: boolean
  /** Offset in the record of the UUID inside of a usual text; null when there is none. */
  readonly uuidAt: number | null
}

/** Groups of fields whose JSON is the same for many avatars. */
export const SHARED_GROUPS = ['author', 'tags', 'aiTags', 'traits'] as const

const FLAGS_BYTES = 2
const NUMBER_BYTES = 3
/** The numbers of shared texts are below this. */
export const NUMBERS = 2 ** (8 * NUMBER_BYTES)
export const MOMENT_BYTES = 6
/** The length byte of a piece that is omitted because it is as expected. */
const OMITTED = 0
/** The length byte of a piece that is this long, less one, or longer. */
const LONG = 255
/** Bytes before a long piece. */
export const LONG_HEAD = 5

/** Offset of a record's flags: `ACTIVE`, then one bit for each piece that begins as usual. */
export const FLAGS_AT = 0
export const ACTIVE = 1
const MOMENTS_AT = FLAGS_AT + FLAGS_BYTES + NUMBER_BYTES * SHARED_GROUPS.length

/**
 * The layout of an avatar's fields in a record. Pieces of JSON are in groups:
 *
 *     group     for each piece its length + 1 (1 byte; if that is `LONG`, the length is in the next 4) · the piece.
 *               Length and piece are a single 0 when it is the same as the one before, or ends as usual
 *     record    flags (2 bytes) · numbers of its shared groups (3 each) · moments (6 each, 0 for null) ·
 *               UUIDs (16 each) · own group
 */
export class RecordLayout {
  readonly own: readonly Piece[]
  readonly shared: readonly (readonly Piece[])[]
  readonly moments: readonly AvatarField[]
  readonly ownAt: number

  constructor(fields: readonly AvatarField[]) {
    const kept = (where: AvatarField['kept']) => fields.filter(field => field.kept === where)
    this.shared = SHARED_GROUPS.map(group => kept(group).map(field => toPiece(field, null)))
    this.moments = kept('moment')
    let end = momentAt(this.moments.length)
    this.own = kept('own').map(field => {
      if (field.usual === undefined) return toPiece(field, null)
      end += UUID_BYTES
      return toPiece(field, end - UUID_BYTES)
    })
    this.ownAt = end
  }

  /** Offset of the length of own piece `i` of the record at `record`. */
  ownLengthAt(bytes: Buffer, record: number, i: number): number {
    return lengthAt(bytes, record + this.ownAt, i)
  }

  /** The same for a piece that begins as usual; an omitted one ends as usual. */
  usualLengthAt(bytes: Buffer, record: number, i: number): number {
    let at = record + this.ownAt
    for (let passed = 0; passed < i; passed++) at = pieceEnd(bytes, at)
    return at
  }

  recordEnd(bytes: Buffer, record: number): number {
    return this.usualLengthAt(bytes, record, this.own.length)
  }
}

export function usualFlag(piece: number): number {
  return (ACTIVE << 1) << piece
}

export function sharedAt(group: number): number {
  return FLAGS_AT + FLAGS_BYTES + NUMBER_BYTES * group
}

export function momentAt(moment: number): number {
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
  return bytes[at] === OMITTED
}

/**
 * Offset of the length of piece `i` in the group at `group`; an omitted piece equals the one before, whose offset is
 * returned.
 */
function lengthAt(bytes: Buffer, group: number, i: number): number {
  let found = group
  for (let at = group, passed = 0; passed < i; passed++) {
    at = pieceEnd(bytes, at)
    if (!isOmitted(bytes, at)) found = at
  }
  return found
}

/** Start of the piece whose length is at `at`. */
export function pieceStart(bytes: Buffer, at: number): number {
  return bytes[at] === LONG ? at + LONG_HEAD : at + 1
}

/** End of the piece whose length is at `at`. */
export function pieceEnd(bytes: Buffer, at: number): number {
  const length = bytes[at]!
  if (length === LONG) return at + LONG_HEAD + bytes.readUInt32LE(at + 1)
  return length === OMITTED ? at + 1 : at + length
}

export function omit(bytes: Buffer, at: number): number {
  bytes[at] = OMITTED
  return at + 1
}

/**
 * Sets the length of a piece of `length` bytes that begins at `at + 1`, and moves the piece when it is long.
 * @returns its end.
 */
export function setLength(bytes: Buffer, at: number, length: number): number {
  bytes[at] = Math.min(length + 1, LONG)
  if (length + 1 < LONG) return at + 1 + length
  bytes.copyWithin(at + LONG_HEAD, at + 1, at + 1 + length)
  bytes.writeUInt32LE(length, at + 1)
  return at + LONG_HEAD + length
}

/** The index of a field in `fields`, or -1. */
export function placeIn(fields: readonly { readonly wire: FieldName }[], field: FieldName): number {
  return fields.findIndex(({ wire }) => wire === field)
}

function toPiece(field: AvatarField, uuidAt: number | null): Piece {
  const { kind } = field
  return {
    ...field,
    blankJson: JSON.stringify(kind.toWire(kind.blank)),
    packedJson: kind.isPacked ? [] : null,
    isText: typeof kind.blank === 'string',
    uuidAt,
  }
}
