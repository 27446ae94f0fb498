import { INSIGHT_SORTS, type InsightSort } from '@avatary/contract/insights'

export interface InsightsRequest {
  sort: InsightSort
  days: number
  limit: number
  offset: number
  q?: string
  author?: string
  platform?: 'pc' | 'quest' | 'ios'
  /** An unknown parameter, so that no answer comes from the cache. */
  nonce?: number
}

const WORDS = 'fox cat wolf girl dragon quest manuka robot neko 狐 s a'.split(' ')
const USUAL_DAYS = [7, 30, 90]

/** Generates requests with every order and filter, windows of any length, and mostly first pages. */
export function insightsRequests(count: number, authors: readonly string[], size: number): InsightsRequest[] {
  return Array.from({ length: count }, (_, n) => {
    const filter = n % 10
    const depth = [0, 0, 0, 30, 300, 5000, 50_000, 99_990, Math.floor(size / 2)][n % 9]!
    return {
      sort: INSIGHT_SORTS[n % INSIGHT_SORTS.length]!,
      days: n % 3 === 0 ? 7 + ((n * 31) % 84) : USUAL_DAYS[n % USUAL_DAYS.length]!,
      limit: n % 5 === 0 ? 100 : 30,
      offset: filter >= 4 ? Math.min(depth, 300) : depth,
      ...(filter >= 4 && filter < 7 && { q: WORDS[n % WORDS.length]! }),
      ...(filter === 7 && { author: authors[n % authors.length]! }),
      ...(filter >= 8 && { platform: (['pc', 'quest', 'ios'] as const)[n % 3]! }),
    }
  })
}

export function pathOf(question: InsightsRequest): string {
  const parameters = Object.fromEntries(
    Object.entries(question).map(([name, value]) => [name, String(value)]),
  )
  return `/api/insights/avatars?${new URLSearchParams(parameters)}`
}
