import { type Performance, PLATFORMS, type Platform, RATINGS, type Rating } from '@avatary/contract/avatar'
import { isObject, type JsonObject } from '../../kernel/json-object.ts'

const PLATFORM_BY_NAME: Readonly<Record<string, Platform>> = {
  pc: 'pc',
  standalonewindows: 'pc',
  windows: 'pc',
  quest: 'quest',
  android: 'quest',
  ios: 'ios',
}

/** Names of the fields with a platform's rating: in our records, in the platform's answers, and in other indexes. */
const RATING_FIELDS: Readonly<Record<Platform, readonly string[]>> = {
  pc: ['pc', 'standalonewindows', 'pc_rating'],
  quest: ['quest', 'android', 'android_rating', 'quest_rating'],
  ios: ['ios', 'ios_rating'],
}

const RATING_BY_LETTERS = new Map<string, Rating>(RATINGS.map(rating => [lettersOf(rating), rating]))

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}

/** Our name for a platform, given by any name in use. */
export function readPlatform(name: unknown): Platform | undefined {
  return typeof name === 'string' ? PLATFORM_BY_NAME[name.toLowerCase()] : undefined
}

/** A list of platforms in our order; undefined for a value that is not a list. */
export function readPlatforms(value: unknown): Platform[] | undefined {
  if (!Array.isArray(value)) return undefined
  const platforms = new Set(value.map(readPlatform))
  return PLATFORMS.filter(platform => platforms.has(platform))
}

/** Our spelling of a rating; undefined for `None`, which means unrated, and for other values. */
export function readRating(value: unknown): Rating | undefined {
  return typeof value === 'string' ? RATING_BY_LETTERS.get(lettersOf(value)) : undefined
}

/** Ratings by platform, under any platform names; undefined for a value that is not an object. */
export function readPerformance(value: unknown): Performance | undefined {
  if (!isObject(value)) return undefined
  const performance: Performance = {}
  for (const platform of PLATFORMS) {
    const rating = ratingOf(value, RATING_FIELDS[platform])
    if (rating !== undefined) performance[platform] = rating
  }
  return performance
}

function ratingOf(value: JsonObject, fields: readonly string[]): Rating | undefined {
  for (const field of fields) {
    const rating = readRating(value[field])
    if (rating !== undefined) return rating
  }
  return undefined
}
