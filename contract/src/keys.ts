import { type Static, Type } from 'typebox'
import { dateTime } from './fields.ts'
import { PERSONAL_KEY_PREFIX } from './oauth.ts'

export const MAX_KEYS = 20
export const MAX_KEY_NAME = 40

/** A personal API key as the dashboard lists it; the key itself is shown once, when it is made. */
const KeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: dateTime(),
    lastUsedAt: Type.Union([dateTime(), Type.Null()], {
      description: 'Midnight (UTC) of the last day of use',
    }),
  },
  { $id: 'PersonalKey', additionalProperties: false },
)
export type PersonalKey = Static<typeof KeySchema>

export const KeysSchema = Type.Object(
  { keys: Type.Array(KeySchema) },
  { $id: 'PersonalKeys', additionalProperties: false },
)

/** Bounds of the name are the slice's to check: it trims first. */
export const NewKeyBodySchema = Type.Object({
  name: Type.String({ description: `What you know the key by: 1 to ${MAX_KEY_NAME} characters` }),
})

export const NewKeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    key: Type.String({ pattern: `^${PERSONAL_KEY_PREFIX}`, description: 'Keep it: it is not shown again' }),
  },
  { $id: 'NewPersonalKey', additionalProperties: false },
)
