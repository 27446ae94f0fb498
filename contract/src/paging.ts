import { type TSchema, Type } from 'typebox'
import { count, dateTime, nextOffset } from './fields.ts'
import { shape } from './shape.ts'

/** Spec, "List envelope": the list is the last key. */
export function listEnvelope<const Key extends string, Item extends TSchema>(key: Key, item: Item) {
  const list = { [key]: Type.Array(item) } as { [Name in Key]: ReturnType<typeof Type.Array<Item>> }
  return shape({
    ok: Type.Literal(true),
    now: dateTime('Time of the answer'),
    total: count('Total number of items'),
    count: count('Items on this page'),
    limit: count('The applied limit'),
    offset: count('The applied offset'),
    nextOffset: nextOffset(),
    ...list,
  })
}

/** The answer to a write that has no result. */
export const OkSchema = shape({ ok: Type.Literal(true) })
