import type { QueryClient } from '@tanstack/react-query'
import { routeUrl } from '../../lib/api.ts'
import type { Avatar } from '../../lib/avatar.ts'
import { answerOf } from '../../lib/queries.ts'
import type { WindowDays } from '../../ui/counters/counters.ts'

/** An avatar as in lists; the request counts nothing. */
export function avatarOf(id: string) {
  return answerOf('GET /avatars/{id}', { params: { id } })
}

/** The avatar from an already cached list, to be shown until its own answer arrives. */
export function cachedAvatar(queryClient: QueryClient, id: string): Avatar | undefined {
  // In some answers `avatars` is a number, or a list whose entries have no description.
  for (const [, answer] of queryClient.getQueriesData<{ avatars?: readonly Avatar[] | number }>({})) {
    const avatars = answer?.avatars
    if (typeof avatars !== 'object') continue
    const avatarInList = avatars.find(avatar => avatar.id === id)
    if (avatarInList?.description !== undefined) return avatarInList
  }
  return undefined
}

/** All counters of an avatar by day, and its audience. */
export function avatarNumbers(id: string, days: WindowDays) {
  return answerOf('GET /insights/avatars/{id}', { params: { id }, query: { days: Number(days) } })
}

/** Avatars of the same creator, most viewed first. */
export function moreByCreator({ authorId, authorName }: Pick<Avatar, 'authorId' | 'authorName'>) {
  return answerOf('GET /avatars/search', {
    query: { author: authorId || authorName, sort: 'popular', limit: 12 },
  })
}

export function similarAvatars(id: string) {
  return answerOf('GET /avatars/{id}/similar', { params: { id } })
}

/** Reports an event of the avatar. The page does not wait, and does not retry. */
export function track(id: string, event: 'view' | 'outbound', source: string): void {
  const body = JSON.stringify({ event, source, referrer: document.referrer })
  navigator.sendBeacon(routeUrl('/avatars/{id}/track', { id }), body)
}
