import type { AvatarField, AvatarForm, FieldName } from '../../avatars/index.ts'
import { type ViewedBytes, viewed } from '../../kernel/viewed-bytes.ts'
import { placeIn, type RecordLayout } from './record-layout.ts'

/** Index of the own group; the shared groups have indexes from 0. */
export const OWN_GROUP = -1

export interface FormPiece {
  /** Bytes before the piece: the end of the previous piece, its own key, and the opening quote of a text. */
  readonly key: ViewedBytes
  /** The bytes before and after the UUID of `uuidText`; empty for a field without it. */
  readonly uuidText: { readonly prefix: ViewedBytes; readonly suffix: ViewedBytes }
  /** Written for an omitted piece; null for a text, which is then the same as the previous one. */
  readonly blank: ViewedBytes | null
}

/** `key` includes the comma before it, and `ifNull` the key. */
export type RecordPart =
  /** Pieces of a group, from index `from` on, and the end of the last one. */
  | {
      readonly kind: 'pieces'
      readonly group: number
      readonly from: number
      readonly pieces: readonly FormPiece[]
      readonly end: ViewedBytes
    }
  | {
      readonly kind: 'moment'
      readonly moment: number
      readonly key: ViewedBytes
      readonly ifNull: ViewedBytes
    }
  /** This and the next two are values of the index. */
  | { readonly kind: 'id'; readonly key: ViewedBytes; readonly end: ViewedBytes }
  | { readonly kind: 'counter'; readonly field: FieldName; readonly key: ViewedBytes }
  | {
      readonly kind: 'indexed moment'
      readonly field: FieldName
      readonly key: ViewedBytes
      readonly ifNull: ViewedBytes
    }
  | { readonly kind: 'text'; readonly text: ViewedBytes }

interface FormFields {
  readonly fields: readonly AvatarField[]
  readonly layout: RecordLayout
}

export function partsOf(form: AvatarForm, fields: FormFields): readonly RecordPart[] {
  const parts: RecordPart[] = []
  for (const part of form.map(part => toPart(part, fields))) {
    const lastPart = parts.at(-1)
    if (part.kind === 'pieces' && lastPart?.kind === 'pieces' && continues(part, lastPart)) {
      const [piece] = part.pieces
      const nextPiece = { ...piece!, key: viewed(Buffer.concat([lastPart.end.bytes, piece!.key.bytes])) }
      parts[parts.length - 1] = { ...lastPart, pieces: [...lastPart.pieces, nextPiece], end: part.end }
    } else parts.push(part)
  }
  return parts
}

type Pieces = Extract<RecordPart, { kind: 'pieces' }>

function continues(part: Pieces, lastPart: Pieces): boolean {
  return part.group === lastPart.group && part.from === lastPart.from + lastPart.pieces.length
}

function toPart(part: AvatarForm[number], fields: FormFields): RecordPart {
  if (typeof part === 'string') return fieldUnder(part, part, null, fields)
  if ('text' in part) return { kind: 'text', text: encodeText(keyOf(part.key) + JSON.stringify(part.text)) }
  return fieldUnder(part.key, part.field, 'ifNull' in part ? part.ifNull : null, fields)
}

function fieldUnder(
  key: string,
  field: FieldName,
  ifNull: string | null,
  { fields, layout }: FormFields,
): RecordPart {
  const start = keyOf(key)
  const momentTexts = { key: encodeText(start), ifNull: encodeText(start + JSON.stringify(ifNull)) }
  switch (fields[placeIn(fields, field)]!.kept) {
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
  const groups = [ownPieces, ...sharedPieces]
  const group = groups.findIndex(pieces => placeIn(pieces, field) !== -1)
  const from = placeIn(groups[group]!, field)
  const { isText, uuidText, blankJson } = groups[group]![from]!
  const quote = isText ? '"' : ''
  const piece = {
    key: encodeText(start + quote),
    uuidText: { prefix: encodeText(uuidText?.prefix ?? ''), suffix: encodeText(uuidText?.suffix ?? '') },
    blank: isText ? null : encodeText(blankJson),
  }
  return { kind: 'pieces', group: group + OWN_GROUP, from, pieces: [piece], end: encodeText(quote) }
}

function encodeText(text: string): ViewedBytes {
  return viewed(Buffer.from(text))
}

function keyOf(key: string): string {
  return `,${JSON.stringify(key)}:`
}
