import type { AvatarField, AvatarForm, FieldName } from '../../avatars/index.ts'
import { type Piece, placeIn, type RecordLayout } from './record-layout.ts'

/** Index of the own group; the shared groups have indexes from 0. */
export const OWN_GROUP = -1

/** Keys include the comma before them, and what is before the value, such as its opening quote. */
export type RecordPart =
  /** Pieces of a group, from index `from` on; keys after the first include the end of the piece before. */
  | {
      readonly kind: 'pieces'
      readonly group: number
      readonly from: number
      readonly keys: readonly Buffer[]
      readonly end: Buffer
    }
  /** One own piece. A usual one follows `usual` and a UUID, and is `usualEnd` when it is omitted. */
  | {
      readonly kind: 'own'
      readonly piece: number
      readonly key: Buffer
      readonly usual: Buffer
      readonly usualEnd: Buffer
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
      const keys = [...last.keys, Buffer.concat([last.end, ...part.keys])]
      parts[parts.length - 1] = { ...last, keys, end: part.end }
    } else parts.push(part)
  }
  return parts
}

type Pieces = Extract<RecordPart, { kind: 'pieces' }>

function follows(part: Pieces, last: Pieces): boolean {
  return part.group === last.group && part.from === last.from + last.keys.length
}

function toPart(part: AvatarForm[number], fields: FormFields): RecordPart {
  if (typeof part === 'string') return piecesOf(part, fields.layout) ?? fieldUnder(part, part, null, fields)
  if ('text' in part) return { kind: 'text', text: Buffer.from(keyOf(part.key) + JSON.stringify(part.text)) }
  return fieldUnder(part.key, part.field, 'ifNull' in part ? part.ifNull : null, fields)
}

/** Finds the piece of a field that is stored with its whole value. */
function piecesOf(field: FieldName, { own, shared }: RecordLayout): Pieces | null {
  for (const [i, pieces] of [own, ...shared].entries()) {
    const from = placeIn(pieces, field)
    if (from === -1) continue
    const quote = quoteOf(pieces[from]!)
    const keys = [Buffer.from(keyOf(field) + quote)]
    return pieces[from]!.usual === undefined
      ? { kind: 'pieces', group: i + OWN_GROUP, from, keys, end: Buffer.from(quote) }
      : null
  }
  return null
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
      return ownPart(start, placeIn(layout.own, field), layout)
  }
}

function ownPart(start: string, piece: number, { own }: RecordLayout): RecordPart {
  const { usual } = own[piece]!
  const quote = quoteOf(own[piece]!)
  return {
    kind: 'own',
    piece,
    key: Buffer.from(start + quote),
    usual: Buffer.from(start + quote + (usual?.start ?? '')),
    usualEnd: Buffer.from(usual?.end ?? ''),
    end: Buffer.from(quote),
  }
}

function quoteOf({ isText }: Piece): string {
  return isText ? '"' : ''
}

function keyOf(key: string): string {
  return `,${JSON.stringify(key)}:`
}
