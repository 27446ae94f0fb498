import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answer, ask } from './api.ts'
import type { Avatar } from './avatar.ts'
import { PAGE_SIZE, type PagedList, usePagedList } from './paged-list.ts'
import { answerOf } from './queries.ts'
import { isTyping, PROVISIONAL_HEADERS, useIsTyping } from './typing.ts'
import { platformOf, type SearchState, sortOf } from './url-state.ts'

type SearchPage = Answer<'GET /avatars/search'>

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
  const firstPage = useQuery({ ...resultsPage(requestedSearch, 0), placeholderData: keepPreviousData })
  const { data, error, isPending, isPlaceholderData } = firstPage
  const [search, setSearch] = useState(requestedSearch)
  const isAnswered = error !== null || (data !== undefined && !isPlaceholderData)
  if ((isAnswered || isPending) && search !== requestedSearch) setSearch(requestedSearch)
  useCountAfterTyping(requestedSearch, isPlaceholderData ? undefined : data)
  return {
    ...usePagedList<Avatar, SearchPage>(firstPage, offset => resultsPage(search, offset)),
    search,
    corrections: data?.suggestions ?? [],
    warnings: data?.warnings ?? [],
  }
}

/**
 * Returns a function that prefetches the results of a search before a page shows it, and cancels the previous prefetch.
 * It resolves to the number of matches when the results have arrived; to undefined when they failed.
 */
export function usePrefetchResults(): (requestedSearch: SearchState) => Promise<number | undefined> {
  const queryClient = useQueryClient()
  const lastKey = useRef<readonly string[]>(undefined)
  return async requestedSearch => {
    const page = resultsPage(requestedSearch, 0)
    const previousKey = lastKey.current
    lastKey.current = page.queryKey
    if (previousKey !== undefined && previousKey[0] !== page.queryKey[0])
      void queryClient.cancelQueries({ queryKey: previousKey, type: 'inactive' })
    await queryClient.prefetchQuery(page)
    return queryClient.getQueryData<SearchPage>(page.queryKey)?.total
  }
}

/** Answers to searches of single keystrokes, which the server did not count. */
const provisionalAnswers = new WeakSet<SearchPage>()

/** The place of an avatar in results, which is stored in the history entry of the avatar's page. */
export interface PlaceInResults {
  /** The address of the search. */
  readonly results: string
  readonly index: number
  readonly total: number
}

/**
 * A page of the results of a search.
 * @param offset a multiple of `PAGE_SIZE`.
 */
export function resultsPage(state: SearchState, offset: number) {
  const query = queryOf(state, offset)
  return {
    ...answerOf('GET /avatars/search', { query }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const isProvisional = isTyping()
      const headers = isProvisional ? PROVISIONAL_HEADERS : {}
      const answer = await ask('GET /avatars/search', { query, headers, signal })
      if (isProvisional) provisionalAnswers.add(answer)
      return answer
    },
  }
}

function queryOf(state: SearchState, offset: number) {
  const { q, author, tag, minPerformance } = state
  const platform = platformOf(state)
  return { q, author, tag, platform, minPerformance, sort: sortOf(state), limit: PAGE_SIZE, offset }
}

/** When typing ends, repeats the request without marking it as provisional, so that the server counts the search. */
function useCountAfterTyping(state: SearchState, page: SearchPage | undefined): void {
  const isTyping = useIsTyping()
  useEffect(() => {
    if (isTyping || page === undefined || state.q === undefined || !provisionalAnswers.delete(page)) return
    ask('GET /avatars/search', { query: queryOf(state, 0) }).catch(() => {})
  }, [isTyping, page, state])
}
