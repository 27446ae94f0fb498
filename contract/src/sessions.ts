import { type Static, Type } from 'typebox'
import { IdentitySchema } from './account.ts'
import { EXAMPLE_AUTHOR_ID, EXAMPLE_PERSON } from './example-values.ts'
import { count, day } from './fields.ts'
import { namedShape, nullable, shape, text } from './shape.ts'
import { DEVICES, type Device } from './tracking.ts'

/** `prompt` of OpenID Connect Core §3.1.2.1. */
export const SIGN_IN_PROMPTS = ['login', 'select_account'] as const
export type SignInPrompt = (typeof SIGN_IN_PROMPTS)[number]

export type SessionDevice = Device | 'other'

export const EXAMPLE_SESSION = 'n8Vw2kXcQ5tYb0Rs'

/** A session of a person. Neither the address nor the browser is stored. */
const SessionSchema = namedShape('Session', {
  id: text(EXAMPLE_SESSION),
  device: Type.Enum([...DEVICES, 'other'], { description: 'Family of the device it was started on' }),
  createdOn: day,
  seenOn: day,
  isCurrent: Type.Boolean({ description: 'The one that asks' }),
})

export const SessionsSchema = namedShape('Sessions', {
  sessions: Type.Array(SessionSchema, { description: 'Newest first' }),
})

export const SessionsEndedSchema = namedShape('SessionsEnded', {
  ok: Type.Literal(true),
  ended: count('Sessions that were ended'),
})

/** Features that depend on the server's settings. */
const FeaturesSchema = namedShape('Features', {
  signIn: Type.Boolean({ description: 'People can sign in' }),
  verification: Type.Boolean({ description: 'Submitted avatars are verified; else they wait' }),
  discord: Type.Boolean({ description: 'People can connect a Discord account' }),
  discordBot: Type.Boolean({ description: 'The bot answers its commands' }),
  demo: Type.Boolean({ description: 'The catalog is invented, until the first avatars are imported' }),
})
export type Features = Static<typeof FeaturesSchema>

export const CurrentSessionSchema = namedShape('CurrentSession', {
  session: nullable(
    shape({
      person: IdentitySchema,
      administrator: Type.Boolean({ description: 'May use the admin endpoints' }),
      creator: nullable(
        shape({
          id: text(EXAMPLE_AUTHOR_ID, 'Their `authorId`'),
          name: text(EXAMPLE_PERSON.name),
        }),
        {
          description: 'The verified platform account as the community site named it last; null without one',
        },
      ),
    }),
    { description: 'null when nobody is signed in' },
  ),
  features: FeaturesSchema,
})
export type CurrentSession = Static<typeof CurrentSessionSchema>
