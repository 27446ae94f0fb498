import type { Avatar, Platform } from '@avatary/contract/avatar'
import { avatarOf, BLANK_VALUES } from '../../../avatars/index.ts'

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
export function withoutContent({ isBlocked, ...known }: LastKnown): Avatar {
  const { id, name, authorId, authorName, platforms, addedAtMs } = known
  const shown = isBlocked ? {} : { name, authorId, authorName, platforms }
  const { createdAt: _, ...avatar } = avatarOf({ ...BLANK_VALUES, id, addedAtMs, ...shown })
  return avatar
}
