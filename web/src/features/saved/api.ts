import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../lib/api.ts'
import { PAGE_SIZE, type PagedList, usePagedList } from '../../lib/paged-list.ts'
import { answerOf, answersUnder } from '../../lib/queries.ts'
import { type SavedState, UNAVAILABLE } from './state.ts'

export type SavedPage = Answer<'GET /favorites'>
export type SavedAvatar = SavedPage['avatars'][number]
export type Group = SavedPage['groups'][number]
type LikesPage = Answer<'GET /likes'>
export type LikedAvatar = LikesPage['avatars'][number]

/** The maximum of acts in a batch, and of avatars in an answer. */
export const MAX_ACTS = 500

/** The fields of a saved avatar that acts and their messages need. */
export type SelectedAvatar = Pick<SavedAvatar, 'id' | 'name' | 'authorId' | 'authorName' | 'groupId'>

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
  return answerOf('GET /favorites', { query: { ...savedQuery(state), limit: PAGE_SIZE, offset } })
}

/** The saved avatars of a state, and the first page, which also has the groups and all totals. */
export function useSaved(
  state: SavedState,
): PagedList<SavedAvatar> & { readonly firstPage: SavedPage | undefined } {
  const firstQuery = useQuery({ ...savedPage(state, 0), placeholderData: keepPreviousData })
  const list = usePagedList<SavedAvatar, SavedPage>(firstQuery, offset => savedPage(state, offset))
  return { ...list, firstPage: firstQuery.data }
}

/** The avatars that the person likes, latest first. */
export function useLikes(): PagedList<LikedAvatar> {
  const pageAt = (offset: number) => answerOf('GET /likes', { query: { limit: PAGE_SIZE, offset } })
  return usePagedList<LikedAvatar, LikesPage>(useQuery(pageAt(0)), pageAt)
}

/**
 * Changes saved avatars in the cached pages of a state.
 * @param change returns null for an avatar that disappears from the list.
 */
export function cacheSaved(
  queryClient: QueryClient,
  state: SavedState,
  ids: ReadonlySet<string>,
  change: (avatar: SavedAvatar) => SavedAvatar | null,
): void {
  const [firstUrl] = savedPage(state, 0).queryKey
  const urlUpToOffset = firstUrl!.slice(0, firstUrl!.lastIndexOf('offset='))
  let removedCount = 0
  const cachedPages = queryClient.getQueriesData<SavedPage>(answersUnder(urlUpToOffset))
  const changedPages = cachedPages.flatMap(([key, page]) => {
    if (page === undefined) return []
    const avatars = page.avatars.flatMap(avatar => (ids.has(avatar.id) ? (change(avatar) ?? []) : avatar))
    removedCount += page.avatars.length - avatars.length
    return [[key, { ...page, avatars }] as const]
  })
  for (const [key, page] of changedPages)
    queryClient.setQueryData(key, { ...page, total: Math.max(0, page.total - removedCount) })
}
