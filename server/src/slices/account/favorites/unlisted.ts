import type { Avatar, Platform } from '@avatary/contract/avatar'
import { avatarOf, BLANK_VALUES } from '../../../avatars/index.ts'

/** The stored data from which a hidden avatar is shown. */
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
 * A hidden avatar keeps id, names and platforms, so that people recognise it. Picture, description, tags and numbers
 * are left out, because its creator withdrew them. A blocked avatar only keeps its id.
 */
export function lastKnownAvatar({ isBlocked, ...known }: LastKnown): Avatar {
  const { id, name, authorId, authorName, platforms, addedAtMs } = known
  const shown = isBlocked ? {} : { name, authorId, authorName, platforms }
  const { createdAt: _, ...avatar } = avatarOf({ ...BLANK_VALUES, id, addedAtMs, ...shown })
  return avatar
}
