import { Random } from '../../../sim/src/dataset/random.ts'

/** The counts of one avatar on one day, in the order of `COLUMNS`. */
export type DayRow = readonly number[]

export const COLUMNS = ['views', 'impressions', 'outbound', 'wears', 'likes', 'favorites'] as const

const SEED = 505
/** The stream of random numbers for activity, see `Random.startAt`. */
const STREAM = 31

/**
 * Generates activity: a few avatars have most of the views, each has its own trend, and weekends are busier. A day
 * without events has no row.
 */
export function activityOf(index: number, daysAgo: number, avatarCount: number): DayRow | null {
  const random = new Random().startAt(SEED, STREAM, index * 256 + daysAgo)
  const rank = (Math.imul(index, 0x9e37_79b1) >>> 0) % avatarCount
  const popularity = 2 + 4000 / (rank + 3) ** 0.8
  const dailyGrowth = 1 + (((index * 7919) % 41) - 20) / 4000
  const expectedViews = popularity * dailyGrowth ** -daysAgo * (daysAgo % 7 < 2 ? 1.4 : 1)
  const draw = (mean: number) =>
    mean > 30 ? Math.max(0, Math.round(mean + Math.sqrt(mean) * random.gaussian())) : poisson(mean, random)
  const views = draw(expectedViews)
  const impressions = views + draw(expectedViews * 8)
  if (views + impressions === 0) return null
  const share = (fraction: number) => draw(views * fraction)
  return [
    views,
    impressions,
    share(0.15),
    share(0.05),
    share(0.04) - Number(random.chance(0.01)),
    share(0.03),
  ]
}

function poisson(mean: number, random: Random): number {
  const end = Math.exp(-mean)
  let product = random.unit()
  let count = 0
  for (; product > end; count++) product *= random.unit()
  return count
}
