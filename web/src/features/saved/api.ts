import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { Value } from '../../lib/api.ts'
import { PAGE, type PagedList, usePagedList } from '../../lib/paged-list.ts'
import { answerOf, answersUnder } from '../../lib/queries.ts'
import { type SavedState, UNAVAILABLE } from './state.ts'

export type SavedPage = Value<'GET /favorites'>
export type SavedAvatar = SavedPage['avatars'][number]
export type Group = SavedPage['groups'][number]
type LikesPage = Value<'GET /likes'>
export type LikedAvatar = LikesPage['avatars'][number]

/** Maximum acts per batch, and avatars per page. */
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
  return answerOf('GET /favorites', { query: { ...savedQuery(state), limit: PAGE, offset } })
}

/** The saved avatars of a state, and totals over all of them. */
export function useSaved(
  state: SavedState,
): PagedList<SavedAvatar> & { readonly first: SavedPage | undefined } {
  const first = useQuery({ ...savedPage(state, 0), placeholderData: keepPreviousData })
  const list = usePagedList<SavedAvatar, SavedPage>(first, offset => savedPage(state, offset))
  return { ...list, first: first.data }
}

/** The avatars that the person likes, latest first. */
export function useLikes(): PagedList<LikedAvatar> {
  const page = (offset: number) => answerOf('GET /likes', { query: { limit: PAGE, offset } })
  return usePagedList<LikedAvatar, LikesPage>(useQuery(page(0)), page)
}

/** Changes the cached saved avatars of a state; a patch of null removes one. */
export function patchSaved(
  queryClient: QueryClient,
  state: SavedState,
  change: (avatar: SavedAvatar) => SavedAvatar | null,
): void {
  const [address] = savedPage(state, 0).queryKey
  const prefix = address!.slice(0, address!.lastIndexOf('offset='))
  let gone = 0
  const cached = queryClient.getQueriesData<SavedPage>(answersUnder(prefix))
  const changed = cached.flatMap(([key, answer]) => {
    if (answer === undefined) return []
    const avatars = answer.avatars.flatMap(avatar => change(avatar) ?? [])
    gone += answer.avatars.length - avatars.length
    return [[key, { ...answer, avatars }] as const]
  })
  for (const [key, answer] of changed)
    queryClient.setQueryData(key, { ...answer, total: Math.max(0, answer.total - gone) })
}
