import { COUNTERS, type Counter } from '../../ui/counters/counters.ts'

export const WINDOWS = ['7', '30', '90'] as const
type WindowDays = (typeof WINDOWS)[number]

/** The orders of the table; each has a column. */
export const SORTS = ['newest', 'views', 'trending', 'likes'] as const
export type StudioSort = (typeof SORTS)[number]

export const SHOWN = ['all', 'yes', 'no'] as const
type Shown = (typeof SHOWN)[number]

export const STUDIO_PATH = '/studio'

/** The state of the page, which is stored in its address; defaults are omitted there. */
export interface StudioState {
  readonly days: WindowDays
  readonly sort: StudioSort
  /** All avatars, listed ones, or those that are not. */
  readonly listed: Shown
  /** The counter that the chart shows. */
  readonly view: Counter
  /** Page of the table, from 1. */
  readonly page: number
}

const DEFAULTS: StudioState = { days: '30', sort: 'views', listed: 'all', view: 'views', page: 1 }

/** Reads the state from a query string; invalid values become the default. */
export function readStudio(queryString: string): StudioState {
  const params = new URLSearchParams(queryString)
  const oneOf = <Value extends string>(name: string, values: readonly Value[], usual: Value) =>
    values.find(value => value === params.get(name)) ?? usual
  const page = Number(params.get('page'))
  return {
    days: oneOf('days', WINDOWS, DEFAULTS.days),
    sort: oneOf('sort', SORTS, DEFAULTS.sort),
    listed: oneOf('listed', SHOWN, DEFAULTS.listed),
    view: oneOf('view', COUNTERS, DEFAULTS.view),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a state; the inverse of `readStudio`. */
export function studioAddress(state: StudioState): string {
  const params = new URLSearchParams()
  for (const name of ['days', 'sort', 'listed', 'view', 'page'] as const) {
    const value = state[name]
    if (value !== DEFAULTS[name]) params.set(name, String(value))
  }
  return params.size === 0 ? STUDIO_PATH : `${STUDIO_PATH}?${params}`
}
