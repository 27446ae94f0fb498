import { type Static, Type } from 'typebox'
import { count, dateTime } from './fields.ts'

/** Spec, "Events". */
export const ModerationFrameSchema = Type.Object(
  { type: Type.Enum(['blocked', 'unblocked']), id: Type.String(), at: dateTime() },
  { $id: 'ModerationFrame', additionalProperties: false },
)

export const CountsFrameSchema = Type.Object(
  { type: Type.Literal('counts'), id: Type.String(), views: count(), likes: count(), at: dateTime() },
  {
    $id: 'CountsFrame',
    additionalProperties: false,
    description: 'Exact values: replace what you have, do not add to it.',
  },
)

export const EventFrameSchema = Type.Union([ModerationFrameSchema, CountsFrameSchema], { $id: 'EventFrame' })
export type EventFrame = Static<typeof EventFrameSchema>
