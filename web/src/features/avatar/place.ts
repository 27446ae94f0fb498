import { useQuery } from '@tanstack/react-query'
import type { Avatar } from '../../lib/avatar.ts'
import { PAGE_SIZE } from '../../lib/paged-list.ts'
import { type PlaceInResults, resultsPage } from '../../lib/search-results.ts'
import { readSearch } from '../../lib/url-state.ts'

/** The place of this page's avatar in the results from which it was opened; null when it was opened otherwise. */
export function currentPlace(): PlaceInResults | null {
  const state = history.state as Partial<PlaceInResults> | null
  return state?.results === undefined ? null : (state as PlaceInResults)
}

/** The avatar at an index of the same results; undefined when there is none or it is still loading. */
export function useResultAt({ results, total }: PlaceInResults, index: number): Avatar | undefined {
  const state = readSearch(new URL(results, location.origin).search)
  const isInResults = index >= 0 && index < total
  const offset = isInResults ? index - (index % PAGE_SIZE) : 0
  const { data } = useQuery({ ...resultsPage(state, offset), enabled: isInResults })
  return isInResults ? data?.avatars[index % PAGE_SIZE] : undefined
}
