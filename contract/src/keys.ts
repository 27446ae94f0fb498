import { type Static, Type } from 'typebox'
import { dateTime } from './fields.ts'
import { PERSONAL_KEY_PREFIX } from './oauth.ts'
import { namedShape, nullable, text } from './shape.ts'

export const MAX_KEYS = 20
export const MAX_KEY_NAME_LENGTH = 40

/** A key may be restricted to reading or to changing what it gives access to. */
export const KEY_SCOPES = ['read', 'write'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

function scopesField(addition = '') {
  const description = `\`read\`: requests by GET; \`write\`: all others${addition}`
  return Type.Array(Type.Enum(KEY_SCOPES), { minItems: 1, uniqueItems: true, description })
}

const expiresAt = nullable(dateTime(), {
  description: 'When the key expires; null for a key that does not expire',
})

const MAX_KEY_DAYS = 3650

export const EXAMPLE_KEY_ID = 'kQ7pLm3ZtX9v'

/** A personal API key as the dashboard lists it; the secret is only shown when the key is made. */
const KeySchema = namedShape('PersonalKey', {
  id: text(EXAMPLE_KEY_ID),
  name: text('My program'),
  scopes: scopesField(),
  createdAt: dateTime(),
  expiresAt,
  lastUsedAt: nullable(dateTime(), {
    description: 'Midnight (UTC) at the start of the last day of use',
  }),
})
export type PersonalKey = Static<typeof KeySchema>

export const KeysSchema = namedShape('PersonalKeys', { keys: Type.Array(KeySchema) })

/** The slice checks the length of the trimmed name. */
export const NewKeyBodySchema = Type.Object({
  name: text('My program', `Your name for the key: 1 to ${MAX_KEY_NAME_LENGTH} characters`),
  scopes: Type.Optional(scopesField('; both when absent')),
  expiresInDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_KEY_DAYS,
      description: 'Days until the key expires; it never expires when absent',
      examples: [1],
    }),
  ),
})

export const NewKeySchema = namedShape('NewPersonalKey', {
  id: text(EXAMPLE_KEY_ID),
  name: text('My program'),
  scopes: scopesField(),
  expiresAt,
  key: Type.String({
    pattern: `^${PERSONAL_KEY_PREFIX}`,
    description: 'Keep it: it is not shown again',
    examples: [`${PERSONAL_KEY_PREFIX}Zm94ZXMgYXJlIGZyaWVuZGx5`],
  }),
})
