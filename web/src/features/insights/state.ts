import type { InsightSort } from '@avatary/contract/insights'
import type { Platform } from '../../lib/avatar.ts'
import { COUNTERS, type Counter } from '../../ui/counters/counters.ts'

export const WINDOWS = ['7', '30', '90'] as const
export type WindowDays = (typeof WINDOWS)[number]

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

const DEFAULTS: InsightsState = { days: '30', sort: 'views', q: '', platform: null, view: 'views', page: 1 }

/** Reads the state from a query string; invalid values become the default. */
export function readInsights(queryString: string): InsightsState {
  const params = new URLSearchParams(queryString)
  const oneOf = <Value extends string, Default>(name: string, values: readonly Value[], usual: Default) =>
    values.find(value => value === params.get(name)) ?? usual
  const page = Number(params.get('page'))
  return {
    days: oneOf('days', WINDOWS, DEFAULTS.days),
    sort: oneOf('sort', SORTS, DEFAULTS.sort),
    q: params.get('q') ?? '',
    platform: oneOf('platform', PLATFORMS, null),
    view: oneOf('view', COUNTERS, DEFAULTS.view),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a state; the inverse of `readInsights`. */
export function insightsAddress(state: InsightsState): string {
  const params = new URLSearchParams()
  for (const name of ['days', 'sort', 'q', 'platform', 'view', 'page'] as const) {
    const value = state[name]
    if (value !== DEFAULTS[name]) params.set(name, String(value))
  }
  return params.size === 0 ? '/insights' : `/insights?${params}`
}
