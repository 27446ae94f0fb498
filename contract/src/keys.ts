import { type Static, Type } from 'typebox'
import { dateTime } from './fields.ts'
import { PERSONAL_KEY_PREFIX } from './oauth.ts'
import { namedShape, nullable } from './shape.ts'

export const MAX_KEYS = 20
export const MAX_KEY_NAME = 40

/** A personal API key in the list of the dashboard; the secret itself is shown only when it is made. */
const KeySchema = namedShape('PersonalKey', {
  id: Type.String(),
  name: Type.String(),
  createdAt: dateTime(),
  lastUsedAt: nullable(dateTime(), {
    description: 'Midnight (UTC) of the last day of use',
  }),
})
export type PersonalKey = Static<typeof KeySchema>

export const KeysSchema = namedShape('PersonalKeys', { keys: Type.Array(KeySchema) })

/** The slice checks the length of the name after trimming. */
export const NewKeyBodySchema = Type.Object({
  name: Type.String({ description: `What you know the key by: 1 to ${MAX_KEY_NAME} characters` }),
})

export const NewKeySchema = namedShape('NewPersonalKey', {
  id: Type.String(),
  name: Type.String(),
  key: Type.String({ pattern: `^${PERSONAL_KEY_PREFIX}`, description: 'Keep it: it is not shown again' }),
})
