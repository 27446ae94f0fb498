import type { Answer } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import type { WindowDays } from '../../ui/counters/counters.ts'
import type { InsightsState } from './state.ts'

export const AVATARS_PER_PAGE = 100

export type Overview = Answer<'GET /insights/overview'>
export type InsightsRow = Answer<'GET /insights/avatars'>['avatars'][number]

/** Totals, trends and leaderboards of the whole catalog. */
export function overviewOf(days: WindowDays) {
  return answerOf('GET /insights/overview', { query: { days: Number(days) } })
}

export function rankingOf({ days, sort, q, platform, page }: InsightsState) {
  const query = {
    q: q.trim() || undefined,
    platform: platform ?? undefined,
    sort,
    days: Number(days),
    limit: AVATARS_PER_PAGE,
    offset: (page - 1) * AVATARS_PER_PAGE,
  }
  return answerOf('GET /insights/avatars', { query })
}
