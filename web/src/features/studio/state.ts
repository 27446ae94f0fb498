import { addressOfState, oneOf, pageOf } from '../../lib/page-state.ts'
import { COUNTERS, type Counter, WINDOWS, type WindowDays } from '../../ui/counters/counters.ts'

/** The orders of the table. */
export const SORTS = ['newest', 'views', 'trending', 'likes'] as const
export type StudioSort = (typeof SORTS)[number]

export const LISTED_CHOICES = ['all', 'yes', 'no'] as const
type ListedChoice = (typeof LISTED_CHOICES)[number]

export const STUDIO_PATH = '/studio'

/** The state of the page, which is stored in its address; defaults are omitted there. */
export interface StudioState {
  readonly days: WindowDays
  readonly sort: StudioSort
  /** All avatars, listed ones, or those that are not. */
  readonly listed: ListedChoice
  /** The counter that the chart shows. */
  readonly view: Counter
  /** Page of the table, from 1. */
  readonly page: number
}

/** Changes parts of the state and returns to the first page of the table. */
export type ChangeStudio = (changes: Partial<StudioState>) => void

const DEFAULTS: StudioState = { days: '30', sort: 'views', listed: 'all', view: 'views', page: 1 }

/** Reads the state from a query string; invalid values become the default. */
export function readStudio(queryString: string): StudioState {
  const params = new URLSearchParams(queryString)
  return {
    days: oneOf(params, 'days', WINDOWS, DEFAULTS.days),
    sort: oneOf(params, 'sort', SORTS, DEFAULTS.sort),
    listed: oneOf(params, 'listed', LISTED_CHOICES, DEFAULTS.listed),
    view: oneOf(params, 'view', COUNTERS, DEFAULTS.view),
    page: pageOf(params),
  }
}

/** The address of a state; the inverse of `readStudio`. */
export function studioAddress(state: StudioState): string {
  return addressOfState(STUDIO_PATH, state, DEFAULTS)
}
