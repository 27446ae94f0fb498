import { type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { mayPrefetch } from './api.ts'

/** Number of avatars in a request. */
export const PAGE_SIZE = 60

/** A list whose pages are fetched when they become visible. */
export interface PagedList<Item> {
  readonly total: number
  readonly isLoading: boolean
  /** True while the previous list is shown because the next one is loading. */
  readonly isPlaceholder: boolean
  /** True while the list is not fetched because the browser is offline. */
  readonly isPaused: boolean
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
 * @param pageAt the request of a page by its offset, a multiple of `PAGE_SIZE`.
 */
export function usePagedList<Item, Page extends ListPage<Item>>(
  firstPage: UseQueryResult<Page>,
  pageAt: (offset: number) => UseQueryOptions<Page, Error, Page, string[]>,
): PagedList<Item> {
  const [pageNumbers, onVisible] = useLaterPageNumbers()
  const laterPages = useQueries({
    queries: pageNumbers.map(number => pageAt(number * PAGE_SIZE)),
    combine: resultsOf<Page>,
  })
  return {
    total: firstPage.data?.total ?? 0,
    isLoading: firstPage.isPending,
    isPlaceholder: firstPage.isPlaceholderData,
    isPaused: firstPage.isPaused && (firstPage.isPending || firstPage.isPlaceholderData),
    error: firstPage.error ?? laterPages.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const page of [firstPage, ...laterPages]) if (page.error !== null) void page.refetch()
    },
    itemAt: useItemAt<Item>(firstPage.data, pageNumbers, laterPages),
    onVisible,
  }
}

type PageResult<Page> = Pick<UseQueryResult<Page>, 'data' | 'error' | 'refetch'>

/** The parts of results that a list needs. The array stays the same as long as these do. */
function resultsOf<Page>(results: readonly PageResult<Page>[]): readonly PageResult<Page>[] {
  return results.map(({ data, error, refetch }) => ({ data, error, refetch }))
}

/** Returns a function for the item at an index. It stays the same as long as the pages do. */
function useItemAt<Item>(
  firstPage: ListPage<Item> | undefined,
  pageNumbers: readonly number[],
  laterPages: readonly PageResult<ListPage<Item>>[],
): (index: number) => Item | undefined {
  return useMemo(() => {
    const pages = new Map(pageNumbers.map((number, index) => [number, laterPages[index]?.data]))
    return index => {
      const number = Math.floor(index / PAGE_SIZE)
      return (number === 0 ? firstPage : pages.get(number))?.avatars[index % PAGE_SIZE]
    }
  }, [firstPage, pageNumbers, laterPages])
}

/**
 * The numbers of the visible pages, and of the next one while the limit allows. Page 0 is left out, because it has a
 * query of its own, and a second observer would compare it with the previous answer at each keystroke.
 */
function useLaterPageNumbers(): [readonly number[], PagedList<unknown>['onVisible']] {
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 0])
  const onVisible = useCallback((first: number, last: number) => {
    const from = Math.floor(first / PAGE_SIZE)
    const to = Math.floor((last + (mayPrefetch() ? PAGE_SIZE / 2 : 0)) / PAGE_SIZE)
    setRange(range => (range[0] === from && range[1] === to ? range : [from, to]))
  }, [])
  const pageNumbers = useMemo(() => {
    const visible = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    return visible.filter(number => number > 0)
  }, [from, to])
  return [pageNumbers, onVisible]
}
