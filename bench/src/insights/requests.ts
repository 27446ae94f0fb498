import { INSIGHT_SORTS, type InsightSort } from '@avatary/contract/insights'
import { queryString } from '../http/search-paths.ts'

export interface InsightsRequest {
  sort: InsightSort
  days: number
  limit: number
  offset: number
  q?: string
  author?: string
  platform?: 'pc' | 'quest' | 'ios'
  /** A parameter that the route ignores; with it every URL is new, so that no answer comes from the cache. */
  nonce?: number
}

const WORDS = 'fox cat wolf girl dragon quest manuka robot neko 狐 s a'.split(' ')
const USUAL_DAYS = [7, 30, 90]

/** Generates requests with every order and filter, windows of any length, and mostly first pages. */
export function insightsRequests(count: number, authors: readonly string[], size: number): InsightsRequest[] {
  return Array.from({ length: count }, (_, place) => {
    // Four of ten requests have no filter, three have a search text, one has an author, and two have a platform.
    const kind = place % 10
    const deepOffset = [0, 0, 0, 30, 300, 5000, 50_000, 99_990, Math.floor(size / 2)][place % 9]!
    return {
      sort: INSIGHT_SORTS[place % INSIGHT_SORTS.length]!,
      days: place % 3 === 0 ? 7 + ((place * 31) % 84) : USUAL_DAYS[place % USUAL_DAYS.length]!,
      limit: place % 5 === 0 ? 100 : 30,
      offset: kind >= 4 ? Math.min(deepOffset, 300) : deepOffset,
      ...(kind >= 4 && kind < 7 && { q: WORDS[place % WORDS.length]! }),
      ...(kind === 7 && { author: authors[place % authors.length]! }),
      ...(kind >= 8 && { platform: (['pc', 'quest', 'ios'] as const)[place % 3]! }),
    }
  })
}

export function pathOf(request: InsightsRequest): string {
  return `/api/insights/avatars?${queryString(request)}`
}
