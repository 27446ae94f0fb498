import type { Avatar, Platform } from '@avatary/contract/avatar'

/** What is held of an avatar that is, or was, not listed. */
export interface LastKnown {
  readonly id: string
  readonly name: string
  readonly authorId: string
  readonly authorName: string
  readonly platforms: readonly Platform[]
  readonly addedAtMs: number
  readonly isListed: boolean
  readonly isBlocked: boolean
}

/**
 * What is shown of a saved avatar that is not listed: enough to know which it was, id, names and platforms, and nothing
 * that its creator took back, as picture, description, tags and numbers. Of a blocked one, which operators
 * do not want shown at all, the id alone.
 */
export function withoutContent(known: LastKnown): Avatar {
  const { isBlocked } = known
  return {
    id: known.id,
    name: isBlocked ? '' : known.name,
    description: '',
    authorId: isBlocked ? '' : known.authorId,
    authorName: isBlocked ? '' : known.authorName,
    authorVrclUrl: null,
    imageUrl: '',
    tags: [],
    aiTags: [],
    platforms: isBlocked ? [] : [...known.platforms],
    performance: {},
    addedAt: new Date(known.addedAtMs).toISOString(),
    updatedAt: null,
    views: 0,
    likes: 0,
  }
}
