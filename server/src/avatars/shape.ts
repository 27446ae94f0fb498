import { AvatarSchema } from '@avatary/contract/avatar'
import { keysOf } from '@avatary/contract/records'
import type { JsonWriter } from '../kernel/json-writer.ts'
import type { FieldName, FieldWith } from './fields.ts'

/** A field under its own or another name, a moment with a text instead of null, or a constant text. */
type ShapePart =
  | FieldName
  | { readonly key: string; readonly field: FieldWith<'own'> }
  | { readonly key: string; readonly field: FieldWith<'moment' | 'indexed moment'>; readonly ifNull: string }
  | { readonly key: string; readonly text: string }

/** The JSON object that represents an avatar in some answer: its keys, in order. */
export type AvatarShape = readonly ShapePart[]

interface AvatarsWriter {
  prefetch(slots: ArrayLike<number>, from: number, to: number): void
  write(shape: AvatarShape, slot: number, out: JsonWriter): void
}

/** Records prefetched at once: few enough to stay in the processor's cache until they are written. */
const PREFETCH_BATCH = 64

/** Upper estimate of an avatar's JSON in bytes. */
const MAX_AVATAR_BYTES = 1024

export function writeAvatars(
  view: AvatarsWriter,
  shape: AvatarShape,
  slots: ArrayLike<number>,
  out: JsonWriter,
): JsonWriter {
  out.reserve(slots.length * MAX_AVATAR_BYTES)
  out.ascii('[')
  for (let i = 0; i < slots.length; i++) {
    prefetchAhead(view, slots, i)
    if (i > 0) out.ascii(',')
    view.write(shape, slots[i]!, out)
  }
  return out.ascii(']')
}

/** Prefetches records in batches, for speed. Call it in order before each avatar is written. @param i its index. */
export function prefetchAhead(view: AvatarsWriter, slots: ArrayLike<number>, i: number): void {
  if (i % PREFETCH_BATCH === 0) view.prefetch(slots, i, Math.min(i + PREFETCH_BATCH, slots.length))
}

export const AVATAR_SHAPE = shapeOf(AvatarSchema)

/** The shape that a schema of the contract describes; each of its keys must be a field. */
export function shapeOf<Name extends FieldName>(schema: {
  readonly properties: Readonly<Record<Name, unknown>>
}): readonly Name[] {
  return keysOf(schema.properties)
}
