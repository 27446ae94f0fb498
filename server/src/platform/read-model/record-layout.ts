import type { AvatarField, FieldName } from '../../avatars/index.ts'

/** A field that is kept as JSON behind its key, a comma before it: `,"name":"Fox"`. */
interface Piece extends AvatarField {
  readonly key: string
  /** Left out of a piece that begins with it. */
  readonly usualStart: string | null
}

/** Texts that many avatars share, each with the fields that are kept so. */
export const SHARED_GROUPS = ['author', 'tags', 'traits'] as const

const WORD = 4
const MOMENT_BYTES = 8

/** Where a record has its flags: this one, and from the next bit on one for each piece without its usual beginning. */
export const FLAGS_AT = 0
export const ACTIVE = 1
const MOMENTS_AT = FLAGS_AT + WORD + WORD * SHARED_GROUPS.length

/**
 * Where a store keeps the fields of an avatar. Pieces of JSON stand in groups:
 *
 *     group     where each piece ends, from the first one on (4 bytes each) · the pieces
 *     record    flags (4 bytes) · numbers of its shared groups (4 each) · moments (8 each, NaN for null) · own group
 */
export class RecordLayout {
  readonly own: readonly Piece[]
  readonly shared: readonly (readonly Piece[])[]
  readonly moments: readonly AvatarField[]
  /** Where in a record its own group begins. */
  readonly ownAt: number

  constructor(fields: readonly AvatarField[]) {
    const kept = (where: AvatarField['kept']) => fields.filter(field => field.kept === where)
    this.own = kept('own').map(toPiece)
    this.shared = SHARED_GROUPS.map(group => kept(group).map(toPiece))
    this.moments = kept('moment')
    this.ownAt = momentAt(this.moments.length)
  }

  /** Where own piece `i` of the record that begins at `record` begins. */
  ownPieceAt(bytes: Buffer, record: number, i: number): number {
    return pieceAt(bytes, record + this.ownAt, this.own.length, i)
  }

  /** Where the record that begins at `record` ends. */
  recordEnd(bytes: Buffer, record: number): number {
    return this.ownPieceAt(bytes, record, this.own.length)
  }
}

export function usualFlag(piece: number): number {
  return (ACTIVE << 1) << piece
}

/** Where in a record the number of a shared group stands. */
export function sharedAt(group: number): number {
  return FLAGS_AT + WORD + WORD * group
}

export function momentAt(moment: number): number {
  return MOMENTS_AT + MOMENT_BYTES * moment
}

/** Where the pieces begin in a group at `group` that has `count` of them. */
export function piecesAt(group: number, count: number): number {
  return group + WORD * count
}

/** Where piece `i` of `count` begins in the group at `group`; of the one behind the last, where the group ends. */
export function pieceAt(bytes: Buffer, group: number, count: number, i: number): number {
  const first = piecesAt(group, count)
  return i === 0 ? first : first + bytes.readUInt32LE(piecesAt(group, i - 1))
}

/** The place of a field among those that are kept alike, or -1. */
export function placeIn(fields: readonly { readonly wire: FieldName }[], field: FieldName): number {
  return fields.findIndex(({ wire }) => wire === field)
}

function toPiece(field: AvatarField): Piece {
  const key = `,"${field.wire}":`
  return { ...field, key, usualStart: field.usual === undefined ? null : `${key}"${field.usual}` }
}
