import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask, type Value } from './api.ts'
import type { Avatar } from './avatar.ts'
import { PAGE, type PagedList, usePagedList } from './paged-list.ts'
import { answerOf } from './queries.ts'
import { isTypingNow, PROVISIONAL, useTyping } from './typing.ts'
import { platformOf, type SearchState, sortOf } from './url-state.ts'

type SearchPage = Value<'GET /avatars/search'>

export interface Results extends PagedList<Avatar> {
  /** The search whose results are shown: the previous one while the next is loading. */
  readonly search: SearchState
  /** Probable corrections of the text, when nothing was found. */
  readonly corrections: NonNullable<SearchPage['suggestions']>
  /** Parts of the text that were not understood. */
  readonly warnings: NonNullable<SearchPage['warnings']>
}

/** The results of a search, whose pages are fetched when they become visible. */
export function useResults(requestedSearch: SearchState): Results {
  const first = useQuery({ ...resultsPage(requestedSearch, 0), placeholderData: keepPreviousData })
  const [search, setSearch] = useState(requestedSearch)
  const isAnswered = first.error !== null || (first.data !== undefined && !first.isPlaceholderData)
  if ((isAnswered || first.isPending) && search !== requestedSearch) setSearch(requestedSearch)
  useSettledSearch(requestedSearch, first.isPlaceholderData ? undefined : first.data)
  return {
    ...usePagedList<Avatar, SearchPage>(first, offset => resultsPage(search, offset)),
    search,
    corrections: first.data?.suggestions ?? [],
    warnings: first.data?.warnings ?? [],
  }
}

/**
 * Returns a function that prefetches the results of a search before a page shows it, and cancels the previous prefetch.
 * It resolves to the number of matches when the results have arrived; to undefined when they failed.
 */
export function usePrefetchResults(): (requestedSearch: SearchState) => Promise<number | undefined> {
  const queryClient = useQueryClient()
  const prefetchedKey = useRef<readonly string[]>(undefined)
  return async requestedSearch => {
    const page = resultsPage(requestedSearch, 0)
    const before = prefetchedKey.current
    prefetchedKey.current = page.queryKey
    if (before !== undefined && before[0] !== page.queryKey[0])
      void queryClient.cancelQueries({ queryKey: before, type: 'inactive' })
    await queryClient.prefetchQuery(page)
    return queryClient.getQueryData<SearchPage>(page.queryKey)?.total
  }
}

/** Answers to searches of single keystrokes, which did not count. */
const provisional = new WeakSet<SearchPage>()

/** The place of an avatar in results, which is stored in the history entry of its page. */
export interface PlaceInResults {
  /** The address of the search. */
  readonly results: string
  readonly index: number
  readonly total: number
}

/**
 * A page of the results of a search.
 * @param offset a multiple of `PAGE`.
 */
export function resultsPage(state: SearchState, offset: number) {
  const query = queryOf(state, offset)
  return {
    ...answerOf('GET /avatars/search', { query }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const isProvisional = isTypingNow()
      const headers = isProvisional ? PROVISIONAL : {}
      const answer = await ask('GET /avatars/search', { query, headers, signal })
      if (isProvisional) provisional.add(answer)
      return answer
    },
  }
}

function queryOf(state: SearchState, offset: number) {
  const { q, author, tag, minPerformance } = state
  const platform = platformOf(state)
  return { q, author, tag, platform, minPerformance, sort: sortOf(state), limit: PAGE, offset }
}

/** When typing ends, repeats the request without marking it as provisional, so that the search counts. */
function useSettledSearch(state: SearchState, page: SearchPage | undefined): void {
  const isTyping = useTyping()
  useEffect(() => {
    if (isTyping || page === undefined || state.q === undefined || !provisional.delete(page)) return
    ask('GET /avatars/search', { query: queryOf(state, 0) }).catch(() => {})
  }, [isTyping, page, state])
}
