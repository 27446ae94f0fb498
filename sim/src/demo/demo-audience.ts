import { Random } from '../dataset/random.ts'

const SEED = 2026
const AUDIENCE_STREAM = 22
/** Above this number of visits, shares are computed from the weights instead of drawn one by one. */
const MAX_DRAWN_VISITS = 40

type Dimension = 'referrers' | 'devices' | 'countries' | 'hours' | 'surfaces' | 'platforms'

/** The visits of one group; visits outside of all groups have no share. */
export interface DemoShare {
  dimension: Dimension
  name: string
  count: number
}

/** Percentage of visits in each group; the rest is in no group. */
const WEIGHTS: Readonly<Record<Dimension, Readonly<Record<string, number>>>> = {
  referrers: {
    direct: 34,
    'vrchat.com': 19,
    'google.com': 12,
    'discord.com': 12,
    'x.com': 8,
    'booth.pm': 5,
    'reddit.com': 3,
    'youtube.com': 3,
    'bilibili.com': 2,
  },
  devices: { desktop: 55, mobile: 24, vr: 12, tablet: 5 },
  countries: {
    JP: 30,
    US: 23,
    KR: 8,
    DE: 6,
    CN: 5,
    GB: 5,
    FR: 4,
    TW: 3,
    CA: 3,
    BR: 3,
    AU: 2,
    TH: 2,
  },
  hours: Object.fromEntries(
    Array.from({ length: 24 }, (_, hour) => [
      String(hour),
      (100 / 24) * (1 + 0.7 * Math.sin(((hour - 6) / 24) * 2 * Math.PI)),
    ]),
  ),
  surfaces: {
    search: 38,
    trending: 14,
    browse: 12,
    creator: 7,
    favorites: 6,
    tag: 6,
    avatar: 5,
    world: 5,
    random: 3,
  },
  platforms: { pc: 60, quest: 25, all: 8, ios: 2 },
}

/**
 * Draws the audience of an avatar; the same at every start.
 * @param draw number of the draw, 0 to 1022; an avatar has the same weights in each.
 */
export function demoAudience(index: number, visits: number, draw: number): DemoShare[] {
  const weightRandom = new Random()
  const random = new Random().startAt(SEED, AUDIENCE_STREAM, index * 1024 + draw + 1)
  weightRandom.startAt(SEED, AUDIENCE_STREAM, index * 1024)
  return (Object.keys(WEIGHTS) as Dimension[]).flatMap(dimension => {
    const weights = varyWeights(WEIGHTS[dimension], weightRandom)
    const counts =
      visits > MAX_DRAWN_VISITS
        ? weights.map(({ weight }) => Math.floor(weight * visits))
        : drawCounts(weights, visits, random)
    return weights
      .map(({ name }, i) => ({ dimension, name, count: counts[i]! }))
      .filter(({ count }) => count > 0)
  })
}

/** Varies each weight a little, but keeps their sum. */
function varyWeights(
  weights: Readonly<Record<string, number>>,
  random: Random,
): { name: string; weight: number }[] {
  const newWeights = Object.entries(weights).map(([name, weight]) => ({
    name,
    weight: weight * (0.5 + random.unit()),
  }))
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  const factor = total / newWeights.reduce((sum, { weight }) => sum + weight, 0) / 100
  return newWeights.map(({ name, weight }) => ({ name, weight: weight * factor }))
}

function drawCounts(weights: readonly { weight: number }[], visits: number, random: Random): number[] {
  const counts = weights.map(() => 0)
  for (let visit = 0; visit < visits; visit++) {
    let point = random.unit()
    const group = weights.findIndex(({ weight }) => {
      point -= weight
      return point < 0
    })
    if (group !== -1) counts[group]!++
  }
  return counts
}
