import type { AvatarField, AvatarShape, FieldName } from '../../avatars/index.ts'
import { type BytesWithView, withView } from '../../kernel/bytes-with-view.ts'
import { placeIn, type RecordLayout } from './record-layout.ts'

/** Index of the group of pieces that only its record has: `findIndex` finds them in none of `SHARED_GROUPS`. */
export const OWN_GROUP = -1

export interface RecordPiece {
  /** Bytes before the piece: the end of the previous piece, its own key, and the opening quote of a text. */
  readonly key: BytesWithView
  /** The bytes around the UUID of a text of which only the UUID is stored; empty for a field without `uuidText`. */
  readonly uuidText: { readonly prefix: BytesWithView; readonly suffix: BytesWithView }
  /** Written where a record omits the piece; null for a text, for which the previous text is then written again. */
  readonly blank: BytesWithView | null
}

/** `key` includes the comma before it, and `ifNull` the key. */
export type RecordPart =
  /** Pieces of a group, from index `from` on, and the end of the last one. */
  | {
      readonly kind: 'pieces'
      readonly group: number
      readonly from: number
      readonly pieces: readonly RecordPiece[]
      readonly end: BytesWithView
    }
  | {
      readonly kind: 'moment'
      readonly moment: number
      readonly key: BytesWithView
      readonly ifNull: BytesWithView
    }
  /** This and the next two are read from the search index. */
  | { readonly kind: 'id'; readonly key: BytesWithView; readonly end: BytesWithView }
  | { readonly kind: 'counter'; readonly field: FieldName; readonly key: BytesWithView }
  | {
      readonly kind: 'indexed moment'
      readonly field: FieldName
      readonly key: BytesWithView
      readonly ifNull: BytesWithView
    }
  | { readonly kind: 'text'; readonly text: BytesWithView }

interface StoredFields {
  readonly fields: readonly AvatarField[]
  readonly layout: RecordLayout
}

/** The parts of which avatars in a shape are written; what is the same for all of them is encoded once. */
export function partsOf(shape: AvatarShape, fields: StoredFields): readonly RecordPart[] {
  const parts: RecordPart[] = []
  for (const part of shape.map(part => toPart(part, fields))) {
    const lastPart = parts.at(-1)
    if (part.kind === 'pieces' && lastPart?.kind === 'pieces' && continues(part, lastPart)) {
      const [piece] = part.pieces
      const nextPiece = { ...piece!, key: withView(Buffer.concat([lastPart.end.bytes, piece!.key.bytes])) }
      parts[parts.length - 1] = { ...lastPart, pieces: [...lastPart.pieces, nextPiece], end: part.end }
    } else parts.push(part)
  }
  return parts
}

type Pieces = Extract<RecordPart, { kind: 'pieces' }>

function continues(part: Pieces, lastPart: Pieces): boolean {
  return part.group === lastPart.group && part.from === lastPart.from + lastPart.pieces.length
}

function toPart(part: AvatarShape[number], fields: StoredFields): RecordPart {
  if (typeof part === 'string') return fieldUnder(part, part, null, fields)
  if ('text' in part) return { kind: 'text', text: encodeText(keyOf(part.key) + JSON.stringify(part.text)) }
  return fieldUnder(part.key, part.field, 'ifNull' in part ? part.ifNull : null, fields)
}

function fieldUnder(
  key: string,
  field: FieldName,
  ifNull: string | null,
  { fields, layout }: StoredFields,
): RecordPart {
  const start = keyOf(key)
  const momentTexts = { key: encodeText(start), ifNull: encodeText(start + JSON.stringify(ifNull)) }
  switch (fields[placeIn(fields, field)]!.form) {
    case 'id':
      return { kind: 'id', key: encodeText(`${start}"avtr_`), end: encodeText('"') }
    case 'counter':
      return { kind: 'counter', field, key: encodeText(start) }
    case 'indexed moment':
      return { kind: 'indexed moment', field, ...momentTexts }
    case 'moment':
      return { kind: 'moment', moment: placeIn(layout.moments, field), ...momentTexts }
    default:
      return pieceUnder(start, field, layout)
  }
}

function pieceUnder(start: string, field: FieldName, { ownPieces, sharedPieces }: RecordLayout): Pieces {
  const group = sharedPieces.findIndex(pieces => placeIn(pieces, field) !== -1)
  const pieces = group === OWN_GROUP ? ownPieces : sharedPieces[group]!
  const from = placeIn(pieces, field)
  const { isText, uuidText, blankJson } = pieces[from]!
  const quote = isText ? '"' : ''
  const piece = {
    key: encodeText(start + quote),
    uuidText: { prefix: encodeText(uuidText?.prefix ?? ''), suffix: encodeText(uuidText?.suffix ?? '') },
    blank: isText ? null : encodeText(blankJson),
  }
  return { kind: 'pieces', group, from, pieces: [piece], end: encodeText(quote) }
}

function encodeText(text: string): BytesWithView {
  return withView(Buffer.from(text))
}

function keyOf(key: string): string {
  return `,${JSON.stringify(key)}:`
}
