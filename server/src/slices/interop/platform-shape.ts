import { type Performance, PLATFORMS, type Platform, type Rating } from '@avatary/contract/avatar'
import { isObject, type JsonObject } from '../../kernel/json-object.ts'
import { type RecordFacts, readCommonFacts } from './facts.ts'
import { readImageUrl } from './image-url.ts'
import { readPerformance, readPlatform, readRating } from './ratings.ts'

/** An avatar as the platform's API answers it. Old captures lack many fields. */
export function readPlatformFacts(
  record: JsonObject,
  unityPackages: readonly unknown[],
  nowMs: number,
): RecordFacts {
  const packages = unityPackages.filter(isObject)
  return {
    ...readCommonFacts(record, nowMs),
    imageUrl: readImageUrl(record.thumbnailImageUrl, record.imageUrl) ?? '',
    ...(packages.length > 0 && readPackages(packages, readPerformance(record.performance) ?? {})),
  }
}

/**
 * Platforms are those of the packages, except packages made by the impostor service. Ratings come from the platform's
 * own summary, or else from the newest rated package. Without any rating they are unknown: old captures have none.
 */
function readPackages(
  packages: readonly JsonObject[],
  summary: Performance,
): { platforms: Platform[]; performance?: Performance } {
  const ownBuilds = packages.filter(({ variant }) => isOwnBuild(variant))
  const foundPlatforms = new Set(ownBuilds.map(({ platform }) => readPlatform(platform)))
  const platforms = PLATFORMS.filter(platform => foundPlatforms.has(platform))
  const performance: Performance = {}
  for (const platform of platforms) {
    const rating = summary[platform] ?? newestRating(ownBuilds, platform)
    if (rating !== undefined) performance[platform] = rating
  }
  return { platforms, ...(Object.keys(performance).length > 0 && { performance }) }
}

/** True for a build made by the creator. Other variants, such as `impostor`, are made by the platform. */
function isOwnBuild(variant: unknown): boolean {
  return /^(standard|security)?$/.test(`${variant ?? ''}`)
}

function newestRating(packages: readonly JsonObject[], platform: Platform): Rating | undefined {
  let newest: { rating: Rating; madeAt: string } | undefined
  for (const item of packages) {
    const rating = readPlatform(item.platform) === platform ? readRating(item.performanceRating) : undefined
    if (rating === undefined) continue
    const madeAt = typeof item.created_at === 'string' ? item.created_at : ''
    if (newest === undefined || madeAt >= newest.madeAt) newest = { rating, madeAt }
  }
  return newest?.rating
}
