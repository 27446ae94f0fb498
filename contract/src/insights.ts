import { type TSchema, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { count, day } from './fields.ts'
import { recordOf } from './records.ts'
import { namedShape, nullable, shape } from './shape.ts'

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

/** Counters of every avatar (spec, "Insights"). */
export const COUNTERS = ['impressions', 'views', 'outbound', 'wears', 'likes', 'favorites'] as const
export type Counter = (typeof COUNTERS)[number]

/** Days in the sparkline of a row (spec, "Limits"). */
export const SPARKLINE_DAYS = 14

function perCounter<Schema extends TSchema>(schema: Schema): Record<Counter, Schema> {
  return recordOf(COUNTERS, () => schema)
}

export const CountersSchema = namedShape('Counters', perCounter(count()))

const net = Type.Integer({
  description: 'Number given minus number taken back, so it can be negative',
})

/** Sums over several days. Likes and favorites are net and can be negative. */
const periodCounters = { ...perCounter(count()), likes: net, favorites: net }

export const PeriodCountersSchema = namedShape('PeriodCounters', periodCounters, {
  description: 'Counts of whole UTC days; the last day is today so far.',
})

export const TrendSchema = namedShape('Trend', perCounter(nullable(Type.Number())), {
  description:
    'Change from the previous window in percent, to one decimal; null when the previous count is 0.',
})

const RatesSchema = namedShape(
  'Rates',
  {
    ctr: Type.Number({
      minimum: 0,
      description: 'Views divided by impressions; above 1 when links bring more views than lists',
    }),
    clickThrough: Type.Number({ minimum: 0, description: 'Outbound clicks divided by views' }),
    likeRate: Type.Number({ minimum: 0, description: 'Likes divided by views' }),
    saveRate: Type.Number({ minimum: 0, description: 'Favorites divided by views' }),
  },
  { description: 'Rates within the window, to four decimals; 0 when the divisor is 0.' },
)

const DailyCountersSchema = namedShape('DailyCounters', { date: day, ...periodCounters })

export const SeriesSchema = Type.Array(DailyCountersSchema, {
  description: 'One entry per day of the window, oldest first',
})

/** Spec: "lifetime totals, window totals, previous-window totals, percent trend, rates and a 14-day sparkline". */
export const insightsProperties = {
  ...AvatarSchema.properties,
  lifetime: {
    ...CountersSchema,
    description: 'Lifetime counts; views and likes equal those of the avatar itself',
  } as typeof CountersSchema,
  window: PeriodCountersSchema,
  previous: PeriodCountersSchema,
  trend: TrendSchema,
  rates: RatesSchema,
  sparkline: Type.Array(count(), {
    minItems: SPARKLINE_DAYS,
    maxItems: SPARKLINE_DAYS,
    description: 'Views of the last 14 days, today last',
  }),
}

export const InsightsRowSchema = namedShape('InsightsRow', insightsProperties)

const BreakdownSchema = Type.Array(shape({ key: Type.String(), count: count() }), {
  $id: 'Breakdown',
  description:
    'Largest first. Groups smaller than 3, and everything in no group, are part of `other`; unknown countries are `XX`.',
})

const AudienceSchema = namedShape('Audience', {
  referrers: BreakdownSchema,
  devices: BreakdownSchema,
  countries: BreakdownSchema,
  hours: BreakdownSchema,
  surfaces: BreakdownSchema,
  platforms: BreakdownSchema,
  terms: BreakdownSchema,
})

const DailyAverageSchema = namedShape('DailyAverage', perCounter(Type.Number({ minimum: 0 })), {
  description: 'Average per day, over all days from the first with activity to the last',
})

export const InsightsDetailSchema = namedShape('InsightsDetail', {
  ...insightsProperties,
  days: count('Length of the window used'),
  series: SeriesSchema,
  audience: shape({ views: AudienceSchema, outbound: AudienceSchema }),
  rank: nullable(Type.Integer({ minimum: 1 }), {
    description:
      'Rank by views in the window among listed avatars with recorded activity, as in `/insights/avatars`; null without activity',
  }),
  percentile: nullable(Type.Number({ minimum: 0, maximum: 100 }), {
    description: 'Percent of the other avatars with activity that rank lower: 100 for the first',
  }),
  peaks: Type.Array(DailyCountersSchema, {
    description: 'Up to three days of the window with the most views, most first',
  }),
  activity: shape({
    firstDay: nullable(day, { description: 'First day ever with activity' }),
    lastDay: nullable(day, { description: 'Last day with activity' }),
    activeDays: count('Days with any activity'),
    dailyAverage: DailyAverageSchema,
  }),
  creatorAvatars: count("The creator's listed avatars"),
})

const LeaderboardSchema = Type.Array(InsightsRowSchema, { $id: 'InsightsLeaderboard' })

export const InsightsOverviewSchema = namedShape('InsightsOverview', {
  days: count('Length of the window used'),
  window: PeriodCountersSchema,
  previous: PeriodCountersSchema,
  trend: TrendSchema,
  series: SeriesSchema,
  leaderboards: shape(
    {
      views: LeaderboardSchema,
      trending: LeaderboardSchema,
      clickThrough: LeaderboardSchema,
      likes: LeaderboardSchema,
    },
    {
      description:
        'Up to ten avatars each, in order: by views; by the rise of views over the window before; by outbound clicks divided by views, of avatars with ten views or more; by likes',
    },
  ),
})
