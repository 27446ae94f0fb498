import { type TSchema, Type } from 'typebox'
import { count, dateTime, nextOffset } from './fields.ts'
import { shape } from './shape.ts'

/** Spec, "List envelope": the named list stands last, after the facts about the page. */
export function listEnvelope<const Key extends string, Item extends TSchema>(key: Key, item: Item) {
  return shape({
    ok: Type.Literal(true),
    now: dateTime('Time of the answer'),
    total: count('Items in all'),
    count: count('Items in this page'),
    limit: count('The limit used'),
    offset: count('The offset used'),
    nextOffset: nextOffset(),
    ...({ [key]: Type.Array(item) } as { [Name in Key]: ReturnType<typeof Type.Array<Item>> }),
  })
}

/** Most answers of writes that have nothing else to say. */
export const OkSchema = shape({ ok: Type.Literal(true) })
