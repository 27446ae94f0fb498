import { type Static, Type } from 'typebox'
import { EXAMPLE_AVATAR_ID } from './example-values.ts'
import { count, dateTime } from './fields.ts'
import { namedShape, text } from './shape.ts'

/** Maximum number of avatars to which an event stream can be restricted. */
export const MAX_FOLLOWED_AVATARS = 500

/** By it clients recognise a frame that is sent again after a reconnect; it extends the spec. */
const seq = Type.Integer({
  minimum: 1,
  description:
    'Number of the change. Ignore a frame whose number is not greater than that of the last frame with the same `id` and `type`.',
  examples: [90_211],
})

/** Spec, "Events". */
const ModerationFrameSchema = namedShape('ModerationFrame', {
  type: Type.Enum(['blocked', 'unblocked']),
  id: text(EXAMPLE_AVATAR_ID),
  at: dateTime(),
  seq,
})

const CountsFrameSchema = namedShape(
  'CountsFrame',
  {
    type: Type.Literal('counts'),
    id: text(EXAMPLE_AVATAR_ID),
    views: count(undefined, 5120),
    likes: count(undefined, 248),
    at: dateTime(),
    seq,
  },
  { description: 'Exact values: replace what you have, do not add to it.' },
)

export const EventFrameSchema = Type.Union([ModerationFrameSchema, CountsFrameSchema], { $id: 'EventFrame' })
export type EventFrame = Static<typeof EventFrameSchema>
