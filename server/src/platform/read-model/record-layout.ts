import type { AvatarField, FieldName } from '../../avatars/index.ts'
import { UUID_BYTES } from '../../kernel/uuid-bytes.ts'

/** A field that is stored as JSON with its key and a comma: `,"name":"Fox"`. */
interface Piece extends AvatarField {
  readonly key: string
  /** Omitted from a piece that begins with it. */
  readonly usualStart: string | null
  /** Offset in the record of the UUID behind `usualStart`, which is omitted with it; null when it has none. */
  readonly uuidAt: number | null
}

/** Groups of fields whose JSON many avatars share. */
export const SHARED_GROUPS = ['author', 'tags', 'traits'] as const

const WORD = 4
const MOMENT_BYTES = 8

/** Offset of a record's flags: `ACTIVE`, then one bit for each piece without its usual beginning. */
export const FLAGS_AT = 0
export const ACTIVE = 1
const MOMENTS_AT = FLAGS_AT + WORD + WORD * SHARED_GROUPS.length

/**
 * The layout of an avatar's fields in a record. Pieces of JSON are in groups:
 *
 *     group     end of each piece after the start of the first (4 bytes each) · the pieces
 *     record    flags (4 bytes) · numbers of its shared groups (4 each) · moments (8 each, NaN for null) ·
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
      if (field.hasUuid === undefined) return toPiece(field, null)
      end += UUID_BYTES
      return toPiece(field, end - UUID_BYTES)
    })
    this.ownAt = end
  }

  /** Start of the own piece `i` of the record at `record`. */
  ownPieceAt(bytes: Buffer, record: number, i: number): number {
    return pieceAt(bytes, record + this.ownAt, this.own.length, i)
  }

  recordEnd(bytes: Buffer, record: number): number {
    return this.ownPieceAt(bytes, record, this.own.length)
  }
}

export function usualFlag(piece: number): number {
  return (ACTIVE << 1) << piece
}

export function sharedAt(group: number): number {
  return FLAGS_AT + WORD + WORD * group
}

export function momentAt(moment: number): number {
  return MOMENTS_AT + MOMENT_BYTES * moment
}

/** Start of the pieces in the group at `group`, which has `count` of them. */
export function piecesAt(group: number, count: number): number {
  return group + WORD * count
}

/** Start of piece `i` of `count` in the group at `group`; for `i = count`, the end of the group. */
export function pieceAt(bytes: Buffer, group: number, count: number, i: number): number {
  const first = piecesAt(group, count)
  return i === 0 ? first : first + bytes.readUInt32LE(piecesAt(group, i - 1))
}

/** The index of a field in `fields`, or -1. */
export function placeIn(fields: readonly { readonly wire: FieldName }[], field: FieldName): number {
  return fields.findIndex(({ wire }) => wire === field)
}

function toPiece(field: AvatarField, uuidAt: number | null): Piece {
  const key = `,"${field.wire}":`
  return { ...field, key, usualStart: field.usual === undefined ? null : `${key}"${field.usual}`, uuidAt }
}
