import { type Static, Type } from 'typebox'
import { count, dateTime } from './fields.ts'
import { namedShape } from './shape.ts'

/** Maximum number of avatars to which an event stream can be restricted. */
export const MAX_FOLLOWED_AVATARS = 500

/** An extension of the spec: clients recognise by it a frame that is sent again after a reconnect. */
const seq = Type.Integer({
  minimum: 1,
  description:
    'Number of the change. Ignore a frame whose number is not greater than that of the last frame with the same `id` and `type`.',
})

/** Spec, "Events". */
const ModerationFrameSchema = namedShape('ModerationFrame', {
  type: Type.Enum(['blocked', 'unblocked']),
  id: Type.String(),
  at: dateTime(),
  seq,
})

const CountsFrameSchema = namedShape(
  'CountsFrame',
  { type: Type.Literal('counts'), id: Type.String(), views: count(), likes: count(), at: dateTime(), seq },
  { description: 'Exact values: replace what you have, do not add to it.' },
)

export const EventFrameSchema = Type.Union([ModerationFrameSchema, CountsFrameSchema], { $id: 'EventFrame' })
export type EventFrame = Static<typeof EventFrameSchema>
