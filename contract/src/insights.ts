import { type TSchema, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { count, day } from './fields.ts'
import { recordOf } from './records.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

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

type Examples = Readonly<Record<Counter, number>>

const TOTAL_COUNTS: Examples = {
  impressions: 61_440,
  views: 5120,
  outbound: 410,
  wears: 96,
  likes: 248,
  favorites: 131,
}
const DAY_COUNTS: Examples = { impressions: 2048, views: 171, outbound: 14, wears: 3, likes: 8, favorites: 4 }
const TREND_PERCENT: Examples = {
  impressions: 8.2,
  views: 12.5,
  outbound: 3.1,
  wears: -4,
  likes: 6.9,
  favorites: 0,
}

function perCounter<Schema extends TSchema>(
  examples: Examples,
  make: (example: number) => Schema,
): Record<Counter, Schema> {
  return recordOf(COUNTERS, counter => make(examples[counter]))
}

function counters(examples: Examples) {
  return perCounter(examples, example => count(undefined, example))
}

export const CountersSchema = namedShape('Counters', counters(TOTAL_COUNTS))

function netCount(example: number) {
  return Type.Integer({
    description: 'Number given minus number taken back, so it can be negative',
    examples: [example],
  })
}

function periodCounters(examples: Examples) {
  return { ...counters(examples), likes: netCount(examples.likes), favorites: netCount(examples.favorites) }
}

export const PeriodCountersSchema = namedShape('PeriodCounters', periodCounters(TOTAL_COUNTS), {
  description: 'Counts of whole UTC days; the last day is today so far.',
})

export const TrendSchema = namedShape(
  'Trend',
  perCounter(TREND_PERCENT, example => nullable(Type.Number({ examples: [example] }))),
  {
    description:
      'Change from the previous window in percent, to one decimal; null when the previous count is 0.',
  },
)

const RatesSchema = namedShape(
  'Rates',
  {
    ctr: Type.Number({
      minimum: 0,
      description: 'Views divided by impressions; above 1 when links bring more views than lists',
      examples: [0.0833],
    }),
    clickThrough: Type.Number({
      minimum: 0,
      description: 'Outbound clicks divided by views',
      examples: [0.0801],
    }),
    likeRate: Type.Number({ minimum: 0, description: 'Likes divided by views', examples: [0.0484] }),
    saveRate: Type.Number({
      minimum: 0,
      description: 'Favorites divided by views',
      examples: [0.0256],
    }),
  },
  { description: 'Rates within the window, to four decimals; 0 when the divisor is 0.' },
)

const DailyCountersSchema = namedShape('DailyCounters', { date: day, ...periodCounters(DAY_COUNTS) })

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
    examples: [[120, 131, 140, 128, 150, 162, 171, 166, 180, 174, 169, 171, 177, 171]],
  }),
}

export const InsightsRowSchema = namedShape('InsightsRow', insightsProperties)

function breakdown(example: string) {
  return Type.Array(shape({ key: text(example), count: count() }), {
    $id: 'Breakdown',
    description:
      'Largest first. `other` has the buckets smaller than 3 and what is unknown; unknown countries are `XX`.',
  })
}

const AudienceSchema = namedShape('Audience', {
  referrers: breakdown('vrchat.com'),
  devices: breakdown('desktop'),
  countries: breakdown('DE'),
  hours: breakdown('20'),
  /** Places of the site, see `SURFACES`. */
  surfaces: breakdown('search'),
  platforms: breakdown('pc'),
  terms: breakdown('fox'),
})

const DailyAverageSchema = namedShape(
  'DailyAverage',
  perCounter(DAY_COUNTS, example => Type.Number({ minimum: 0, examples: [example] })),
  { description: 'Average per day, over all days from the first with activity to the last' },
)

export const InsightsDetailSchema = namedShape('InsightsDetail', {
  ...insightsProperties,
  days: count('Length of the window used'),
  series: SeriesSchema,
  audience: shape({ views: AudienceSchema, outbound: AudienceSchema }),
  rank: nullable(Type.Integer({ minimum: 1, examples: [8] }), {
    description:
      'Rank by views in the window among listed avatars with recorded activity, as in `/insights/avatars`; null without activity',
  }),
  percentile: nullable(Type.Number({ minimum: 0, maximum: 100, examples: [97.4] }), {
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
