import { Type } from 'typebox'
import { count } from './fields.ts'
import { DailyCountersSchema, insightsProperties } from './insights.ts'
import { namedShape, nullable, shape } from './shape.ts'

/** Reasons why an avatar is not listed. */
const HIDING_REASONS = ['unlisted', 'opted_out', 'inactive', 'blocked'] as const
export type HidingReason = (typeof HIDING_REASONS)[number]

export const HiddenBecauseSchema = Type.Array(Type.Enum(HIDING_REASONS), {
  description:
    'Empty when it is listed: `unlisted` and `opted_out` by its creator, `inactive` as the platform does not serve it publicly, `blocked` by an operator',
})

export const CreatorAvatarSchema = namedShape('CreatorAvatar', {
  ...insightsProperties,
  listed: Type.Boolean({ description: 'Whether it is in lists now' }),
  hiddenBecause: HiddenBecauseSchema,
  series: Type.Array(DailyCountersSchema, {
    description: 'One entry for each of the days, the oldest first, today last',
  }),
})

export const OptedOutSchema = shape({
  optedOut: Type.Boolean(),
  since: nullable(Type.String({ format: 'date-time' })),
  avatars: count('Your avatars that the index holds'),
})
