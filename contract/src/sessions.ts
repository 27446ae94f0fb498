import { Type } from 'typebox'
import { count } from './fields.ts'
import { namedShape } from './shape.ts'
import { DEVICES } from './tracking.ts'

/** `prompt` of OpenID Connect Core §3.1.2.1. */
export const SIGN_IN_PROMPTS = ['login', 'select_account'] as const
export type SignInPrompt = (typeof SIGN_IN_PROMPTS)[number]

const day = Type.String({ format: 'date', description: 'UTC' })

/** A session of a person; neither address nor browser is stored. */
const SessionSchema = namedShape('Session', {
  id: Type.String(),
  device: Type.Enum([...DEVICES, 'other'], { description: 'Family of the device it was begun on' }),
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
