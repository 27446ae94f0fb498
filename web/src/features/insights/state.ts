import type { InsightSort } from '@avatary/contract/insights'
import type { Platform } from '../../lib/avatar.ts'
import { addressOfState, oneOf, pageOf } from '../../lib/page-state.ts'
import { COUNTERS, type Counter, WINDOWS, type WindowDays } from '../../ui/counters/counters.ts'

const PLATFORMS = ['pc', 'quest', 'ios'] as const satisfies readonly Platform[]

export const SORTS = [
  'views',
  'trending',
  'impressions',
  'ctr',
  'outbound',
  'likes',
  'favorites',
  'newest',
] as const satisfies readonly InsightSort[]

/** The state of the page, which is stored in its address; defaults are omitted there. */
export interface InsightsState {
  readonly days: WindowDays
  readonly sort: InsightSort
  readonly q: string
  readonly platform: Platform | null
  /** The counter that the chart shows. */
  readonly view: Counter
  /** Page of the ranking, from 1. */
  readonly page: number
}

/** Changes parts of the state; `isTyping` keeps single keystrokes out of the history. */
export type ChangeInsights = (changes: Partial<InsightsState>, isTyping?: boolean) => void

const DEFAULTS: InsightsState = { days: '30', sort: 'views', q: '', platform: null, view: 'views', page: 1 }

/** Reads the state from a query string; invalid values become the default. */
export function readInsights(queryString: string): InsightsState {
  const params = new URLSearchParams(queryString)
  return {
    days: oneOf(params, 'days', WINDOWS, DEFAULTS.days),
    sort: oneOf(params, 'sort', SORTS, DEFAULTS.sort),
    q: params.get('q') ?? '',
    platform: oneOf(params, 'platform', PLATFORMS, null),
    view: oneOf(params, 'view', COUNTERS, DEFAULTS.view),
    page: pageOf(params),
  }
}

/** The address of a state; the inverse of `readInsights`. */
export function insightsAddress(state: InsightsState): string {
  return addressOfState('/insights', state, DEFAULTS)
}
