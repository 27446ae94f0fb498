import { AvatarSchema } from '@avatary/contract/avatar'
import { keysOf } from '@avatary/contract/records'
import type { JsonWriter } from '../kernel/json-writer.ts'
import type { FieldKept, FieldName } from './fields.ts'

/** A field under its own name or another, a moment with a text for null, or a text that is always the same. */
type FormPart =
  | FieldName
  | { readonly key: string; readonly field: FieldKept<'own'> }
  | { readonly key: string; readonly field: FieldKept<'moment'>; readonly ifNull: string }
  | { readonly key: string; readonly text: string }

/** The JSON object that an avatar is in some answers: its keys in their order. */
export type AvatarForm = readonly FormPart[]

interface AvatarWriter {
  write(form: AvatarForm, slot: number, out: JsonWriter): void
}

interface AvatarsWriter extends AvatarWriter {
  readAhead(slots: ArrayLike<number>, from: number, to: number): void
}

/** So many records stay in the cache of a processor until they are written. */
const READ_TOGETHER = 64

/** Bytes of an avatar, or somewhat more. */
const AVATAR_BYTES = 1024

export function writeAvatars(
  view: AvatarsWriter,
  form: AvatarForm,
  slots: ArrayLike<number>,
  out: JsonWriter,
): JsonWriter {
  out.reserve(slots.length * AVATAR_BYTES)
  out.ascii('[')
  for (let i = 0; i < slots.length; i++) {
    readAheadAt(view, slots, i)
    if (i > 0) out.ascii(',')
    view.write(form, slots[i]!, out)
  }
  return out.ascii(']')
}

/** Makes writing the avatars of many slots faster. To be called before each is written, in order. @param i its place. */
export function readAheadAt(
  view: Pick<AvatarsWriter, 'readAhead'>,
  slots: ArrayLike<number>,
  i: number,
): void {
  if (i % READ_TOGETHER === 0) view.readAhead(slots, i, Math.min(i + READ_TOGETHER, slots.length))
}

/** Spec, "Avatar". */
export const AVATAR_FORM = formOf(AvatarSchema)

/** The form that a schema of the contract describes, every key of which is a field. */
export function formOf<Name extends FieldName>(schema: {
  readonly properties: Readonly<Record<Name, unknown>>
}): readonly Name[] {
  return keysOf(schema.properties)
}
