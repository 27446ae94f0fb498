import { type TSchema, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { count } from './fields.ts'

export const INSIGHT_SORTS = [
  'views',
  'trending',
  'impressions',
  'outbound',
  'ctr',
  'likes',
  'favorites',
  'newest',
] as const
export type InsightSort = (typeof INSIGHT_SORTS)[number]

/** What is counted for every avatar (spec, "Insights"). */
export const COUNTERS = ['impressions', 'views', 'outbound', 'wears', 'likes', 'favorites'] as const
export type Counter = (typeof COUNTERS)[number]

/** Days in the sparkline of a row (spec, "Limits"). */
export const SPARKLINE_DAYS = 14

function perCounter<Schema extends TSchema>(schema: Schema): Record<Counter, Schema> {
  return {
    impressions: schema,
    views: schema,
    outbound: schema,
    wears: schema,
    likes: schema,
    favorites: schema,
  }
}

export const CountersSchema = Type.Object(perCounter(count()), {
  $id: 'Counters',
  additionalProperties: false,
})

export const TrendSchema = Type.Object(perCounter(Type.Union([Type.Number(), Type.Null()])), {
  $id: 'Trend',
  additionalProperties: false,
  description: 'Change over the window before in percent; null when there was nothing before.',
})

export const RatesSchema = Type.Object(
  {
    ctr: Type.Number({ minimum: 0, description: 'Views by impressions' }),
    clickThrough: Type.Number({ minimum: 0, description: 'Outbound clicks by views' }),
    likeRate: Type.Number({ minimum: 0, description: 'Likes by views' }),
    saveRate: Type.Number({ minimum: 0, description: 'Favorites by views' }),
  },
  {
    $id: 'Rates',
    additionalProperties: false,
    description: 'Of the window; 0 when there is nothing to divide by.',
  },
)

const day = Type.String({ format: 'date', description: 'UTC' })

export const DailyCountersSchema = Type.Object(
  { date: day, ...CountersSchema.properties },
  { $id: 'DailyCounters', additionalProperties: false },
)

/** Spec: "lifetime totals, window totals, previous-window totals, percent trend, rates and a 14-day sparkline". */
export const insightsProperties = {
  ...AvatarSchema.properties,
  lifetime: CountersSchema,
  window: CountersSchema,
  previous: CountersSchema,
  trend: TrendSchema,
  rates: RatesSchema,
  sparkline: Type.Array(count(), {
    minItems: SPARKLINE_DAYS,
    maxItems: SPARKLINE_DAYS,
    description: 'Views of the last 14 days, today last',
  }),
}

export const InsightsRowSchema = Type.Object(insightsProperties, {
  $id: 'InsightsRow',
  additionalProperties: false,
})

const BreakdownSchema = Type.Array(
  Type.Object({ key: Type.String(), count: count() }, { additionalProperties: false }),
  { $id: 'Breakdown', description: 'Most first' },
)

const AudienceSchema = Type.Object(
  {
    referrers: BreakdownSchema,
    devices: BreakdownSchema,
    countries: BreakdownSchema,
    hours: BreakdownSchema,
    surfaces: BreakdownSchema,
    platforms: BreakdownSchema,
    terms: BreakdownSchema,
  },
  { $id: 'Audience', additionalProperties: false },
)

const DailyAverageSchema = Type.Object(perCounter(Type.Number({ minimum: 0 })), {
  $id: 'DailyAverage',
  additionalProperties: false,
})

export const InsightsDetailSchema = Type.Object(
  {
    ...insightsProperties,
    days: count('Length of the window used'),
    series: Type.Array(DailyCountersSchema),
    audience: Type.Object(
      { views: AudienceSchema, outbound: AudienceSchema },
      { additionalProperties: false },
    ),
    rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'Place by views among avatars with activity',
    }),
    percentile: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()]),
    peaks: Type.Array(DailyCountersSchema, { description: 'The days with the most views' }),
    activity: Type.Object(
      {
        firstDay: Type.Union([day, Type.Null()]),
        lastDay: Type.Union([day, Type.Null()]),
        activeDays: count(),
        dailyAverage: DailyAverageSchema,
      },
      { additionalProperties: false },
    ),
    creatorAvatars: count("The creator's listed avatars"),
  },
  { $id: 'InsightsDetail', additionalProperties: false },
)

const LeaderboardSchema = Type.Array(InsightsRowSchema, { $id: 'InsightsLeaderboard' })

export const InsightsOverviewSchema = Type.Object(
  {
    days: count('Length of the window used'),
    window: CountersSchema,
    previous: CountersSchema,
    trend: TrendSchema,
    series: Type.Array(DailyCountersSchema),
    leaderboards: Type.Object(
      {
        views: LeaderboardSchema,
        trending: LeaderboardSchema,
        clickThrough: LeaderboardSchema,
        likes: LeaderboardSchema,
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'InsightsOverview', additionalProperties: false },
)
