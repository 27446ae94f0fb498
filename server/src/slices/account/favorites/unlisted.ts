import type { Avatar, Platform } from '@avatary/contract/avatar'
import { avatarOf, BLANK_VALUES } from '../../../avatars/index.ts'

/** The stored data of which a hidden avatar shows a part. */
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
 * Shows a hidden avatar with id, names and platforms, so that people recognise it, but without picture, description,
 * tags and numbers, which its creator withdrew. A blocked avatar has its id alone.
 */
export function lastKnownAvatar({ isBlocked, ...known }: LastKnown): Avatar {
  const { id, name, authorId, authorName, platforms, addedAtMs } = known
  const shown = isBlocked ? {} : { name, authorId, authorName, platforms }
  const { createdAt: _, ...avatar } = avatarOf({ ...BLANK_VALUES, id, addedAtMs, ...shown })
  return avatar
}
