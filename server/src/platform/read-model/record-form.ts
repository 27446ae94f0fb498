import type { AvatarForm, FieldName } from '../../avatars/index.ts'
import { placeIn, type RecordLayout } from './record-layout.ts'

/** Index of the own group; the shared groups have indexes from 0. */
export const OWN_GROUP = -1

export type RecordPart =
  /** Pieces of a group, from index `from` on, by their keys. */
  | {
      readonly kind: 'pieces'
      readonly group: number
      readonly from: number
      readonly keys: readonly Buffer[]
    }
  /** One own piece. `usual` is `key` followed by the omitted beginning before a UUID. */
  | { readonly kind: 'own'; readonly piece: number; readonly key: Buffer; readonly usual: Buffer }
  | { readonly kind: 'moment'; readonly moment: number; readonly key: Buffer; readonly ifNull: Buffer }
  | { readonly kind: 'counter'; readonly field: FieldName; readonly key: Buffer }
  | { readonly kind: 'text'; readonly text: Buffer }

/** The parts of a form. Each key includes the comma before it. */
export function partsOf(form: AvatarForm, layout: RecordLayout): readonly RecordPart[] {
  const parts: RecordPart[] = []
  for (const part of form.map(part => toPart(part, layout))) {
    const last = parts.at(-1)
    if (part.kind === 'pieces' && last?.kind === 'pieces' && follows(part, last)) {
      parts[parts.length - 1] = { ...last, keys: [...last.keys, ...part.keys] }
    } else parts.push(part)
  }
  return parts
}

type Pieces = Extract<RecordPart, { kind: 'pieces' }>

function follows(part: Pieces, last: Pieces): boolean {
  return part.group === last.group && part.from === last.from + last.keys.length
}

function toPart(part: AvatarForm[number], layout: RecordLayout): RecordPart {
  if (typeof part === 'string') return piecesOf(part, layout) ?? fieldUnder(part, part, null, layout)
  if ('text' in part) return { kind: 'text', text: Buffer.from(keyOf(part.key) + JSON.stringify(part.text)) }
  return fieldUnder(part.key, part.field, 'ifNull' in part ? part.ifNull : null, layout)
}

/** Finds the piece of a field that is stored with its whole value. */
function piecesOf(field: FieldName, { own, shared }: RecordLayout): Pieces | null {
  for (const [i, pieces] of [own, ...shared].entries()) {
    const from = placeIn(pieces, field)
    if (from === -1) continue
    return pieces[from]!.usualStart === null
      ? { kind: 'pieces', group: i + OWN_GROUP, from, keys: [Buffer.from(keyOf(field))] }
      : null
  }
  return null
}

function fieldUnder(
  key: string,
  field: FieldName,
  ifNull: string | null,
  { own, moments }: RecordLayout,
): RecordPart {
  const start = keyOf(key)
  const common = { key: Buffer.from(start) }
  const moment = placeIn(moments, field)
  if (moment !== -1)
    return { kind: 'moment', moment, ifNull: Buffer.from(start + JSON.stringify(ifNull)), ...common }
  const piece = placeIn(own, field)
  if (piece === -1) return { kind: 'counter', field, ...common }
  return { kind: 'own', piece, usual: Buffer.from(start + (own[piece]!.usualStart ?? '')), ...common }
}

function keyOf(key: string): string {
  return `,${JSON.stringify(key)}:`
}
