import { keepPreviousData, type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import type { Value } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import { answersOf, PAGE, useItemAt, usePagesInSight } from '../../lib/search-results.ts'
import { type SavedState, UNAVAILABLE } from './state.ts'

export type SavedPage = Value<'GET /favorites'>
export type SavedAvatar = SavedPage['avatars'][number]
export type Group = SavedPage['groups'][number]
type LikesPage = Value<'GET /likes'>
export type LikedAvatar = LikesPage['avatars'][number]

/** Maximum acts per batch, and avatars per page. */
export const MAX_ACTS = 500

/** The fields of a saved avatar that acts and their messages need. */
export type Chosen = Pick<SavedAvatar, 'id' | 'name' | 'authorId' | 'authorName' | 'groupId'>

/** Query parameters for the saved avatars of a state. */
export function savedQuery({ q, group, sort }: SavedState) {
  const isUnavailable = group === UNAVAILABLE
  return {
    q,
    sort: sort ?? 'saved',
    group: isUnavailable ? undefined : group,
    available: isUnavailable ? ('no' as const) : undefined,
  }
}

function savedPage(state: SavedState, offset: number) {
  return answerOf('GET /favorites', { query: { ...savedQuery(state), limit: PAGE, offset } })
}

export interface List<Item> {
  readonly total: number
  readonly isLoading: boolean
  readonly isPlaceholder: boolean
  /** True while the list is not fetched because the browser is offline. */
  readonly isWaiting: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly itemAt: (index: number) => Item | undefined
  readonly onSight: (first: number, last: number) => void
}

/** The saved avatars of a state, whose pages are fetched when they become visible, and totals over all of them. */
export function useSaved(state: SavedState): List<SavedAvatar> & { readonly first: SavedPage | undefined } {
  const first = useQuery({ ...savedPage(state, 0), placeholderData: keepPreviousData })
  const [pages, onSight] = usePagesInSight()
  const others = useQueries({
    queries: pages.map(page => savedPage(state, page * PAGE)),
    combine: answersOf,
  })
  const itemAt = useItemAt<SavedAvatar>(first.data, pages, others)
  return { ...listOf(first, others), itemAt, onSight, first: first.data }
}

/** The avatars that the person likes, latest first. */
export function useLikes(): List<LikedAvatar> {
  const page = (offset: number) => answerOf('GET /likes', { query: { limit: PAGE, offset } })
  const first = useQuery(page(0))
  const [pages, onSight] = usePagesInSight()
  const others = useQueries({ queries: pages.map(number => page(number * PAGE)), combine: answersOf })
  const itemAt = useItemAt<LikedAvatar>(first.data, pages, others)
  return { ...listOf(first, others), itemAt, onSight }
}

interface Asked {
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface FirstAsked extends Asked {
  readonly data: { readonly total: number } | undefined
  readonly isPending: boolean
  readonly isPaused: boolean
  readonly isPlaceholderData: boolean
}

function listOf(first: FirstAsked, others: readonly Asked[]) {
  return {
    total: first.data?.total ?? 0,
    isLoading: first.isPending,
    isPlaceholder: first.isPlaceholderData,
    isWaiting: first.isPaused && (first.isPending || first.isPlaceholderData),
    error: first.error ?? others.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const asked of [first, ...others]) if (asked.error !== null) void asked.refetch()
    },
  }
}

/** Changes the cached saved avatars of a state; a patch of null removes one. */
export function patchSaved(
  queries: QueryClient,
  state: SavedState,
  change: (avatar: SavedAvatar) => SavedAvatar | null,
): void {
  const [address] = savedPage(state, 0).queryKey
  const prefix = address!.slice(0, address!.lastIndexOf('offset='))
  let gone = 0
  const cached = queries.getQueriesData<SavedPage>({
    predicate: ({ queryKey: [key] }) => String(key).startsWith(prefix),
  })
  const changed = cached.flatMap(([key, answer]) => {
    if (answer === undefined) return []
    const avatars = answer.avatars.flatMap(avatar => change(avatar) ?? [])
    gone += answer.avatars.length - avatars.length
    return [[key, { ...answer, avatars }] as const]
  })
  for (const [key, answer] of changed)
    queries.setQueryData(key, { ...answer, total: Math.max(0, answer.total - gone) })
}
