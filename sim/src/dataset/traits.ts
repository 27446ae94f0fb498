import { type Performance, type Platform, RATINGS, type Rating } from '@avatary/contract/avatar'
import type { Author } from './authors.ts'
import { coinWord } from './coined-words.ts'
import { type Draw, weighted, zipf } from './distributions.ts'
import type { Random } from './random.ts'
import { CREATOR_TAGS } from './vocabulary.ts'

const MAX_CREATOR_TAGS = 15
/** Date of the first avatars. */
const FIRST_CREATION_MS = Date.UTC(2017, 5, 1)
const HOUR_MS = 3_600_000

const drawContentTag = weighted([
  [62, 'content_sex'],
  [37, 'content_adult'],
  [17, 'content_violence'],
  [15, 'content_horror'],
  [15, 'content_gore'],
  [3, 'content_other'],
])
const drawCreatorTagRank = zipf(CREATOR_TAGS.length, { exponent: 0.95, shift: 2 })
const drawDesktopRating = ratings(6, 8, 11, 13, 62)
const drawMobileRating = ratings(11, 9, 14, 20, 46)

/** @param weights of `RATINGS`, from excellent to very poor. */
function ratings(...weights: [number, number, number, number, number]): Draw<Rating> {
  return weighted(RATINGS.map((rating, i) => [weights[i]!, rating] as const))
}

/** Draws the platforms of an avatar; some authors make more mobile builds than others. */
export function drawPlatforms(random: Random, author: Author): Platform[] {
  const kind = random.unit()
  if (kind < 0.36 + author.pcOnlyTendency * 0.38) return ['pc']
  if (kind < 0.9) return ['pc', 'quest']
  return kind < 0.98 ? ['pc', 'quest', 'ios'] : ['quest']
}

/** Draws ratings; one in 25 is unknown, and the two mobile builds mostly have the same one. */
export function drawPerformance(random: Random, platforms: readonly Platform[]): Performance {
  const performance: Performance = {}
  for (const platform of platforms) {
    if (random.chance(0.04)) continue
    const questRating = platform === 'ios' && random.chance(0.8) ? performance.quest : undefined
    performance[platform] =
      questRating ?? (platform === 'pc' ? drawDesktopRating(random) : drawMobileRating(random))
  }
  return performance
}

/** Draws tags: most avatars have none, a few authors tag nearly everything. */
export function drawTags(random: Random, author: Author, platforms: readonly Platform[]): string[] {
  const tags = new Set<string>()
  if (random.chance(author.tagsOften ? 0.62 : 0.06)) {
    for (let left = creatorTagCount(random); left > 0; left--) tags.add(`author_tag_${creatorTag(random)}`)
  }
  if (random.chance(0.115)) {
    for (let left = random.chance(0.3) ? 2 : 1; left > 0; left--) tags.add(drawContentTag(random))
  }
  if (platforms.length > 1 && random.chance(0.03)) tags.add('author_quest_fallback')
  if (random.chance(0.0006)) tags.add('admin_featured_legacy')
  return [...tags]
}

function creatorTagCount(random: Random): number {
  if (random.chance(0.45)) return 1
  return Math.min(MAX_CREATOR_TAGS, 1 + Math.floor(Math.exp(0.35 + 0.75 * Math.abs(random.gaussian()))))
}

function creatorTag(random: Random): string {
  return random.chance(0.93)
    ? CREATOR_TAGS[drawCreatorTagRank(random)]!
    : coinWord('english', random.below(20_000))
}

/**
 * Draws both dates: recent creations are more frequent, and three in ten avatars never change after their first hour.
 */
export function drawDates(random: Random, nowMs: number): { createdAtMs: number; updatedAtMs: number } {
  const createdAtMs = FIRST_CREATION_MS + (nowMs - FIRST_CREATION_MS) * random.unit() ** 0.42
  const updatedAtMs = random.chance(0.3)
    ? createdAtMs + random.unit() * HOUR_MS
    : createdAtMs + (nowMs - createdAtMs) * random.unit() ** 2.2
  return { createdAtMs, updatedAtMs: Math.min(updatedAtMs, nowMs) }
}

/** Draws the version of the picture: most pictures were never replaced. */
export function drawImageVersion(random: Random): number {
  return random.chance(0.72) ? 1 : 2 + Math.floor(random.unit() ** 4 * 14)
}
