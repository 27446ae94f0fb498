import { addressOf } from '../../lib/api.ts'
import type { Avatar } from '../../lib/avatar.ts'
import { answerOf } from '../../lib/queries.ts'

export const WINDOWS = ['7', '30', '90'] as const
export type Window = (typeof WINDOWS)[number]

/** Everything that is counted of an avatar, with its fields. */
export function avatarNumbers(id: string, days: Window) {
  return answerOf('GET /insights/avatars/{id}', { params: { id }, query: { days: Number(days) } })
}

/** Avatars of the same creator, most viewed first. */
export function moreByCreator({ authorId, authorName }: Pick<Avatar, 'authorId' | 'authorName'>) {
  return answerOf('GET /avatars/search', {
    query: { author: authorId || authorName, sort: 'popular', limit: 12 },
  })
}

/** Avatars with the same tag, most viewed first. */
export function moreWithTag(tag: string) {
  return answerOf('GET /avatars/search', { query: { tag, sort: 'popular', limit: 13 } })
}

/** Reports an event of the avatar; the page does not wait for it, and a lost one is lost. */
export function track(id: string, event: 'view' | 'outbound', source: string): void {
  const body = JSON.stringify({ event, source, referrer: document.referrer })
  navigator.sendBeacon(addressOf('/avatars/{id}/track', { id }), body)
}
