import type { Platform } from '@avatary/contract/avatar'
import type { TypedRating } from '@avatary/contract/query-language'

export const SORTS = ['relevance', 'recent', 'popular', 'updated', 'name', 'oldest'] as const
type Sort = (typeof SORTS)[number]

/** Performance ratings by their names in addresses, best first. */
export const RATINGS = [
  'excellent',
  'good',
  'medium',
  'poor',
  'very-poor',
] as const satisfies readonly TypedRating[]

/** The state of the search page, which is stored in its address; an absent key means the default. */
export interface SearchState {
  readonly q?: string
  /** `all` overrides a platform that the person's settings would select. */
  readonly platform?: Platform | 'all'
  /** The lowest performance rating. */
  readonly minPerformance?: TypedRating
  readonly tag?: string
  readonly author?: string
  readonly sort?: Sort
}

/** Parts of a search; undefined removes a part. */
type SearchChanges = { readonly [Name in keyof SearchState]?: SearchState[Name] | undefined }

/** Changes parts of a search. */
export type ChangeSearch = (changes: SearchChanges) => void

const PARAM_NAMES = ['q', 'platform', 'minPerformance', 'tag', 'author', 'sort'] as const

const PLATFORMS: readonly string[] = ['all', 'pc', 'quest', 'ios'] satisfies SearchState['platform'][]

/** The single platform that a search is restricted to; undefined for all platforms. */
export function platformOf({ platform }: SearchState): Platform | undefined {
  return platform === 'all' ? undefined : platform
}

/** Reads a search from the query string of the page; omits invalid values. */
export function readSearch(queryString: string): SearchState {
  const params = new URLSearchParams(queryString)
  const text = (name: string) => params.get(name)?.trim() || undefined
  const platform = params.get('platform')
  const rating = params.get('minPerformance')
  const sort = params.get('sort')
  return withoutAbsent({
    q: text('q'),
    platform: PLATFORMS.includes(platform ?? '')
      ? (platform as NonNullable<SearchState['platform']>)
      : undefined,
    minPerformance: RATINGS.find(each => each === rating),
    tag: text('tag'),
    author: text('author'),
    sort: SORTS.find(each => each === sort),
  })
}

/** The order of a search: the chosen one, else best match for a text, else newest first. */
export function sortOf({ q, sort }: SearchState): Sort {
  return sort ?? (q === undefined ? 'recent' : 'relevance')
}

/** The address of a search; the inverse of `readSearch`. */
export function searchAddress(state: SearchChanges): string {
  return `/${searchQuery(state)}`
}

/** The query string of a state including its `?`; empty for the default. */
export function searchQuery(state: SearchChanges): string {
  const params = new URLSearchParams()
  for (const name of PARAM_NAMES) {
    const value = state[name]
    if (value) params.set(name, value)
  }
  return params.size === 0 ? '' : `?${params}`
}

function withoutAbsent(state: SearchChanges): SearchState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}
