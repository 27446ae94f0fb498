import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ask, mayPrefetch, type Value } from './api.ts'
import type { Avatar } from './avatar.ts'
import { answerOf } from './queries.ts'
import { isTypingNow, PROVISIONAL, useTyping } from './typing.ts'
import { platformOf, readSearch, type SearchState, sortOf } from './url-state.ts'

/** Avatars per request. */
export const PAGE = 60

type SearchPage = Value<'GET /avatars/search'>

export interface Results {
  /** The search whose results are shown: the previous one while the next is loading. */
  readonly shown: SearchState
  readonly total: number
  /** Probable corrections of the text, when nothing was found. */
  readonly corrections: NonNullable<SearchPage['suggestions']>
  /** Parts of the text that were not understood. */
  readonly warnings: NonNullable<SearchPage['warnings']>
  readonly isLoading: boolean
  /** True while the previous search's results are shown because the next ones are loading. */
  readonly isPlaceholder: boolean
  /** True while the search is not sent because the browser is offline. */
  readonly isWaiting: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly avatarAt: (index: number) => Avatar | undefined
  /** Reports the first and the last visible index. */
  readonly onSight: (first: number, last: number) => void
}

/** The results of a search, whose pages are fetched when they become visible. */
export function useResults(wanted: SearchState): Results {
  const first = useQuery({ ...resultsPage(wanted, 0), placeholderData: keepPreviousData })
  const [shown, setShown] = useState(wanted)
  const isAnswered = first.error !== null || (first.data !== undefined && !first.isPlaceholderData)
  if ((isAnswered || first.isPending) && shown !== wanted) setShown(wanted)
  useSettledSearch(wanted, first.isPlaceholderData ? undefined : first.data)

  const [pages, onSight] = usePagesInSight()
  const others = useQueries({
    queries: pages.map(page => resultsPage(shown, page * PAGE)),
    combine: answersOf,
  })
  const avatarAt = useItemAt(first.data, pages, others)
  return {
    shown,
    total: first.data?.total ?? 0,
    corrections: first.data?.suggestions ?? [],
    warnings: first.data?.warnings ?? [],
    isLoading: first.isPending,
    isPlaceholder: first.isPlaceholderData,
    isWaiting: first.isPaused && (first.isPending || first.isPlaceholderData),
    error: first.error ?? others.find(other => other.error)?.error ?? null,
    retry: () => {
      for (const query of [first, ...others]) if (query.error !== null) void query.refetch()
    },
    avatarAt,
    onSight,
  }
}

/**
 * Returns a function that prefetches the results of a search before a page shows it, and cancels the previous prefetch.
 * It resolves when the results have arrived or failed.
 */
export function usePrefetchResults(): (wanted: SearchState) => Promise<void> {
  const queries = useQueryClient()
  const asked = useRef<readonly string[]>(undefined)
  return wanted => {
    const page = resultsPage(wanted, 0)
    const before = asked.current
    asked.current = page.queryKey
    if (before !== undefined && before[0] !== page.queryKey[0])
      void queries.cancelQueries({ queryKey: before, type: 'inactive' })
    return queries.prefetchQuery(page)
  }
}

/** Answers to searches of single keystrokes, which did not count. */
const provisional = new WeakSet<SearchPage>()

interface Answer<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** The parts of answers that a list needs. The array stays the same as long as these do. */
export function answersOf<Data>(answers: readonly Answer<Data>[]): readonly Answer<Data>[] {
  return answers.map(({ data, error, refetch }) => ({ data, error, refetch }))
}

interface ListPage<Item> {
  readonly avatars: readonly Item[]
}

/** Returns a function for the item at an index, which stays the same as long as its results do. */
export function useItemAt<Item>(
  first: ListPage<Item> | undefined,
  pages: readonly number[],
  others: readonly Answer<ListPage<Item>>[],
): (index: number) => Item | undefined {
  return useMemo(() => {
    const loaded = new Map(pages.map((page, index) => [page, others[index]?.data]))
    return index => {
      const page = Math.floor(index / PAGE)
      return (page === 0 ? first : loaded.get(page))?.avatars[index % PAGE]
    }
  }, [first, pages, others])
}

/** The place of an avatar in results, which is stored in the history entry of its page. */
export interface PlaceInResults {
  /** The address of the search. */
  readonly results: string
  readonly index: number
  readonly total: number
}

/** The place from which this page's avatar was opened; null when it was not opened from results. */
export function currentPlace(): PlaceInResults | null {
  const state = history.state as Partial<PlaceInResults> | null
  return state?.results === undefined ? null : (state as PlaceInResults)
}

/** The avatar at an index of the same results; undefined when there is none or it is still loading. */
export function useResultAt({ results, total }: PlaceInResults, index: number): Avatar | undefined {
  const state = readSearch(new URL(results, location.origin).search)
  const isThere = index >= 0 && index < total
  const offset = isThere ? index - (index % PAGE) : 0
  const { data } = useQuery({ ...resultsPage(state, offset), enabled: isThere })
  return isThere ? data?.avatars[index % PAGE] : undefined
}

/** @param offset a multiple of `PAGE`. */
function resultsPage(state: SearchState, offset: number) {
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

/**
 * The numbers of the visible pages, and of the next one while the limit allows. Page 0 is left out, because it has a
 * query of its own, and a second observer would compare it with the previous answer at each keystroke.
 */
export function usePagesInSight(): [readonly number[], (first: number, last: number) => void] {
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const onSight = useCallback((first: number, last: number) => {
    const from = Math.floor(first / PAGE)
    const to = Math.floor((last + (mayPrefetch() ? PAGE / 2 : 0)) / PAGE)
    setRange(before => (before[0] === from && before[1] === to ? before : [from, to]))
  }, [])
  const [from, to] = range
  const pages = useMemo(() => {
    const inSight = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    return inSight.filter(page => page > 0)
  }, [from, to])
  return [pages, onSight]
}

/** When typing ends, repeats the request without marking it as provisional, so that the search counts. */
function useSettledSearch(state: SearchState, shown: SearchPage | undefined): void {
  const isTyping = useTyping()
  useEffect(() => {
    if (isTyping || shown === undefined || state.q === undefined || !provisional.delete(shown)) return
    ask('GET /avatars/search', { query: queryOf(state, 0) }).catch(() => {})
  }, [isTyping, shown, state])
}
