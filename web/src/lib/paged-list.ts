import { type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { mayPrefetch } from './api.ts'

/** Avatars per request. */
export const PAGE = 60

/** A list whose pages are fetched when they become visible. */
export interface PagedList<Item> {
  readonly total: number
  readonly isLoading: boolean
  /** True while the previous list is shown because the next one is loading. */
  readonly isPlaceholder: boolean
  /** True while the list is not fetched because the browser is offline. */
  readonly isWaiting: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly itemAt: (index: number) => Item | undefined
  /** Reports the first and the last visible index. */
  readonly onVisible: (first: number, last: number) => void
}

interface ListPage<Item> {
  readonly total: number
  readonly avatars: readonly Item[]
}

/**
 * The list of which the first page was requested.
 * @param pageAt the request of a page by its offset, a multiple of `PAGE`.
 */
export function usePagedList<Item, Page extends ListPage<Item>>(
  first: UseQueryResult<Page>,
  pageAt: (offset: number) => UseQueryOptions<Page, Error, Page, string[]>,
): PagedList<Item> {
  const [pages, onVisible] = useVisiblePages()
  const others = useQueries({ queries: pages.map(page => pageAt(page * PAGE)), combine: answersOf<Page> })
  return {
    total: first.data?.total ?? 0,
    isLoading: first.isPending,
    isPlaceholder: first.isPlaceholderData,
    isWaiting: first.isPaused && (first.isPending || first.isPlaceholderData),
    error: first.error ?? others.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of [first, ...others]) if (query.error !== null) void query.refetch()
    },
    itemAt: useItemAt<Item>(first.data, pages, others),
    onVisible,
  }
}

interface Answer<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** The parts of answers that a list needs. The array stays the same as long as these do. */
function answersOf<Data>(answers: readonly Answer<Data>[]): readonly Answer<Data>[] {
  return answers.map(({ data, error, refetch }) => ({ data, error, refetch }))
}

/** Returns a function for the item at an index, which stays the same as long as its results do. */
function useItemAt<Item>(
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

/**
 * The numbers of the visible pages, and of the next one while the limit allows. Page 0 is left out, because it has a
 * query of its own, and a second observer would compare it with the previous answer at each keystroke.
 */
function useVisiblePages(): [readonly number[], (first: number, last: number) => void] {
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const onVisible = useCallback((first: number, last: number) => {
    const from = Math.floor(first / PAGE)
    const to = Math.floor((last + (mayPrefetch() ? PAGE / 2 : 0)) / PAGE)
    setRange(before => (before[0] === from && before[1] === to ? before : [from, to]))
  }, [])
  const [from, to] = range
  const pages = useMemo(() => {
    const visible = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    return visible.filter(page => page > 0)
  }, [from, to])
  return [pages, onVisible]
}
