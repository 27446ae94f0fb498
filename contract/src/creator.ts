import { type Static, Type } from 'typebox'
import { EXAMPLE_AVATAR_ID } from './example-values.ts'
import { count, daysField, nextOffset, offsetField, optionalLimitField, sortField } from './fields.ts'
import {
  INSIGHT_SORTS,
  insightsProperties,
  PeriodCountersSchema,
  SeriesSchema,
  TrendSchema,
} from './insights.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

const HIDING_REASONS = ['unlisted', 'opted_out', 'inactive', 'blocked'] as const
export type HidingReason = (typeof HIDING_REASONS)[number]

const HiddenBecauseSchema = Type.Array(Type.Enum(HIDING_REASONS), {
  description:
    'Empty when it is listed: `unlisted` and `opted_out` by its creator, `inactive` as the platform does not serve it publicly, `blocked` by an operator',
  examples: [[]],
})

const listing = {
  listed: Type.Boolean({ description: 'Whether it is listed now' }),
  hiddenBecause: HiddenBecauseSchema,
}

export const CreatorAvatarSchema = namedShape('CreatorAvatar', {
  ...insightsProperties,
  ...listing,
  series: Type.Optional(SeriesSchema),
})

/** Maximum number of avatars on a page of one's own avatars, and in one change of their visibility. */
const MAX_OWN_PAGE_SIZE = 500

export const CreatorAvatarsQuerySchema = Type.Object({
  days: daysField('Length of the daily series'),
  series: Type.Enum(['yes', 'no'], { default: 'yes', description: '`no` omits the daily series' }),
  listed: Type.Optional(
    Type.Enum(['yes', 'no'], { description: '`yes`: only listed avatars; `no`: only those that are not' }),
  ),
  sort: sortField(INSIGHT_SORTS, 'newest'),
  limit: optionalLimitField(MAX_OWN_PAGE_SIZE),
  offset: offsetField(),
})
export type CreatorAvatarsQuery = Static<typeof CreatorAvatarsQuerySchema>

export const CreatorAvatarsSchema = shape({
  total: count('Avatars that match the parameters'),
  avatars: Type.Array(CreatorAvatarSchema),
  days: count('Length of the window used'),
  nextOffset: nextOffset(),
})

/** Maximum number of avatars of which an overview has the daily series. */
export const MAX_LEADING_AVATARS = 5

export const CreatorOverviewSchema = namedShape('CreatorOverview', {
  days: count('Length of the window used'),
  total: count('Your avatars that the index holds'),
  listed: count('Your avatars that are listed now', 7),
  lifetime: insightsProperties.lifetime,
  window: PeriodCountersSchema,
  previous: PeriodCountersSchema,
  trend: TrendSchema,
  series: SeriesSchema,
  leading: Type.Array(
    shape({
      id: text(EXAMPLE_AVATAR_ID),
      name: text('Ember Fox'),
      series: SeriesSchema,
    }),
    {
      maxItems: MAX_LEADING_AVATARS,
      description:
        'The avatars with the most views in the window, most viewed first; avatars without views are omitted',
    },
  ),
})
export type CreatorOverview = Static<typeof CreatorOverviewSchema>

export const VisibilitySchema = shape({
  ok: Type.Literal(true),
  id: text(EXAMPLE_AVATAR_ID),
  ...listing,
})

export const VisibilitiesBodySchema = Type.Object({
  ids: Type.Array(text(EXAMPLE_AVATAR_ID), {
    minItems: 1,
    maxItems: MAX_OWN_PAGE_SIZE,
    description: 'Avatar ids, or any URLs of the avatars on the platform',
  }),
  listed: Type.Boolean(),
})

/** Reasons for which an avatar is not changed; they are also codes of the error table. */
const VISIBILITY_CODES = ['avatar_not_found', 'not_owner'] as const

const visibilityItem = {
  index: count('Index in the request, from 0', 0),
  id: text(EXAMPLE_AVATAR_ID, 'The avatar id; for a text without a valid id, the text itself'),
}

const VisibilityResultSchema = Type.Union(
  [
    shape({ ...visibilityItem, status: Type.Literal('done'), ...listing }),
    shape({ ...visibilityItem, status: Type.Literal('refused'), code: Type.Enum(VISIBILITY_CODES) }),
  ],
  { $id: 'VisibilityResult' },
)
export type VisibilityResult = Static<typeof VisibilityResultSchema>

export const VisibilitiesSchema = namedShape('Visibilities', {
  done: count(),
  refused: count(),
  results: Type.Array(VisibilityResultSchema, { description: 'In the order of the request' }),
})

export const OptOutStateSchema = shape({
  optedOut: Type.Boolean(),
  since: nullable(Type.String({ format: 'date-time' })),
  avatars: count('Your avatars that the index holds'),
})
