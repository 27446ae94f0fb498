import type { AvatarField, AvatarForm, FieldName } from '../../avatars/index.ts'
import { placeIn, type RecordLayout } from './record-layout.ts'

/** Index of the own group; the shared groups have indexes from 0. */
export const OWN_GROUP = -1

/** A piece, and what is written before it: the end of the piece before, its own key, and an opening quote. */
export interface FormPiece {
  readonly key: Buffer
  /** The bytes around the UUID of a usual text. */
  readonly usual: { readonly start: Buffer; readonly end: Buffer }
  /** Written for an omitted piece; null for a text, which then is the same as the one before. */
  readonly blank: Buffer | null
}

/** Keys include the comma before them. */
export type RecordPart =
  /** Pieces of a group, from index `from` on, and the end of the last. */
  | {
      readonly kind: 'pieces'
      readonly group: number
      readonly from: number
      readonly pieces: readonly FormPiece[]
      readonly end: Buffer
    }
  | { readonly kind: 'moment'; readonly moment: number; readonly key: Buffer; readonly ifNull: Buffer }
  /** A value of the index. */
  | { readonly kind: 'id'; readonly key: Buffer; readonly end: Buffer }
  | { readonly kind: 'counter'; readonly field: FieldName; readonly key: Buffer }
  | {
      readonly kind: 'indexed moment'
      readonly field: FieldName
      readonly key: Buffer
      readonly ifNull: Buffer
    }
  | { readonly kind: 'text'; readonly text: Buffer }

/** Finds fields, and how each is kept. */
interface FormFields {
  readonly fields: readonly AvatarField[]
  readonly layout: RecordLayout
}

/** The parts of a form. */
export function partsOf(form: AvatarForm, fields: FormFields): readonly RecordPart[] {
  const parts: RecordPart[] = []
  for (const part of form.map(part => toPart(part, fields))) {
    const last = parts.at(-1)
    if (part.kind === 'pieces' && last?.kind === 'pieces' && follows(part, last)) {
      const [piece] = part.pieces
      const next = { ...piece!, key: Buffer.concat([last.end, piece!.key]) }
      parts[parts.length - 1] = { ...last, pieces: [...last.pieces, next], end: part.end }
    } else parts.push(part)
  }
  return parts
}

type Pieces = Extract<RecordPart, { kind: 'pieces' }>

function follows(part: Pieces, last: Pieces): boolean {
  return part.group === last.group && part.from === last.from + last.pieces.length
}

function toPart(part: AvatarForm[number], fields: FormFields): RecordPart {
  if (typeof part === 'string') return fieldUnder(part, part, null, fields)
  if ('text' in part) return { kind: 'text', text: Buffer.from(keyOf(part.key) + JSON.stringify(part.text)) }
  return fieldUnder(part.key, part.field, 'ifNull' in part ? part.ifNull : null, fields)
}

function fieldUnder(
  key: string,
  field: FieldName,
  ifNull: string | null,
  { fields, layout }: FormFields,
): RecordPart {
  const start = keyOf(key)
  const dated = { key: Buffer.from(start), ifNull: Buffer.from(start + JSON.stringify(ifNull)) }
  switch (fields[placeIn(fields, field)]!.kept) {
    case 'id':
      return { kind: 'id', key: Buffer.from(`${start}"avtr_`), end: Buffer.from('"') }
    case 'counter':
      return { kind: 'counter', field, key: Buffer.from(start) }
    case 'indexed moment':
      return { kind: 'indexed moment', field, ...dated }
    case 'moment':
      return { kind: 'moment', moment: placeIn(layout.moments, field), ...dated }
    default:
      return pieceUnder(start, field, layout)
  }
}

function pieceUnder(start: string, field: FieldName, { own, shared }: RecordLayout): Pieces {
  const groups = [own, ...shared]
  const group = groups.findIndex(pieces => placeIn(pieces, field) !== -1)
  const from = placeIn(groups[group]!, field)
  const { isText, usual, blankJson } = groups[group]![from]!
  const quote = isText ? '"' : ''
  const piece = {
    key: Buffer.from(start + quote),
    usual: { start: Buffer.from(usual?.start ?? ''), end: Buffer.from(usual?.end ?? '') },
    blank: isText ? null : Buffer.from(blankJson),
  }
  return { kind: 'pieces', group: group + OWN_GROUP, from, pieces: [piece], end: Buffer.from(quote) }
}

function keyOf(key: string): string {
  return `,${JSON.stringify(key)}:`
}
