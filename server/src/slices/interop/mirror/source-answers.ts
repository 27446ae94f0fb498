import { type Static, Type } from 'typebox'

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** A page of `/avatars/all`, with records of our own shape. Another version of the program may have more fields. */
export const SourcePageSchema = Type.Object({
  total: count,
  nextOffset: Type.Union([count, Type.Null()]),
  avatars: Type.Array(Type.Unknown()),
})
export type SourcePage = Static<typeof SourcePageSchema>

/** A page of `/avatars/changes`: current avatars, and ids of those that are not listed any more. */
export const SourceChangesSchema = Type.Object({
  changes: Type.Array(
    Type.Union([
      Type.Object({ type: Type.Literal('upsert'), avatar: Type.Optional(Type.Unknown()) }),
      Type.Object({ type: Type.Literal('remove'), id: Type.String() }),
    ]),
  ),
  next: count,
  hasMore: Type.Boolean(),
})
export type SourceChanges = Static<typeof SourceChangesSchema>
