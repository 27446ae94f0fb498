import type { AvatarField, AvatarForm, FieldName } from '../../avatars/index.ts'
import { type ViewedBytes, viewed } from '../../kernel/viewed-bytes.ts'
import { placeIn, type RecordLayout } from './record-layout.ts'

/** Index of the own group; the shared groups have indexes from 0. */
export const OWN_GROUP = -1

/** A piece, and what is written before it: the end of the piece before, its own key, and an opening quote. */
export interface FormPiece {
  readonly key: ViewedBytes
  /** The bytes before and after the UUID of `uuidText`; empty for a field without it. */
  readonly uuidText: { readonly prefix: ViewedBytes; readonly suffix: ViewedBytes }
  /** Written for an omitted piece; null for a text, which then is the same as the one before. */
  readonly blank: ViewedBytes | null
}

/** Keys include the comma before them. */
export type RecordPart =
  /** Pieces of a group, from index `from` on, and the end of the last. */
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
  /** A value of the index. */
  | { readonly kind: 'id'; readonly key: ViewedBytes; readonly end: ViewedBytes }
  | { readonly kind: 'counter'; readonly field: FieldName; readonly key: ViewedBytes }
  | {
      readonly kind: 'indexed moment'
      readonly field: FieldName
      readonly key: ViewedBytes
      readonly ifNull: ViewedBytes
    }
  | { readonly kind: 'text'; readonly text: ViewedBytes }

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
      const next = { ...piece!, key: viewed(Buffer.concat([last.end.bytes, piece!.key.bytes])) }
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
  if ('text' in part) return { kind: 'text', text: encoded(keyOf(part.key) + JSON.stringify(part.text)) }
  return fieldUnder(part.key, part.field, 'ifNull' in part ? part.ifNull : null, fields)
}

function fieldUnder(
  key: string,
  field: FieldName,
  ifNull: string | null,
  { fields, layout }: FormFields,
): RecordPart {
  const start = keyOf(key)
  const dated = { key: encoded(start), ifNull: encoded(start + JSON.stringify(ifNull)) }
  switch (fields[placeIn(fields, field)]!.kept) {
    case 'id':
      return { kind: 'id', key: encoded(`${start}"avtr_`), end: encoded('"') }
    case 'counter':
      return { kind: 'counter', field, key: encoded(start) }
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
  const { isText, uuidText, blankJson } = groups[group]![from]!
  const quote = isText ? '"' : ''
  const piece = {
    key: encoded(start + quote),
    uuidText: { prefix: encoded(uuidText?.prefix ?? ''), suffix: encoded(uuidText?.suffix ?? '') },
    blank: isText ? null : encoded(blankJson),
  }
  return { kind: 'pieces', group: group + OWN_GROUP, from, pieces: [piece], end: encoded(quote) }
}

function encoded(text: string): ViewedBytes {
  return viewed(Buffer.from(text))
}

function keyOf(key: string): string {
  return `,${JSON.stringify(key)}:`
}
