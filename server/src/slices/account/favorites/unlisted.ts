import type { Avatar } from '@avatary/contract/avatar'
import { avatarOf, BLANK_VALUES, type CatalogRecord } from '../../../avatars/index.ts'

type ShownField = 'id' | 'name' | 'authorId' | 'authorName' | 'platforms' | 'addedAtMs' | 'isListed'

/** The stored data from which a hidden avatar is shown. */
export type LastKnownFields = Pick<CatalogRecord, ShownField> & { readonly isBlocked: boolean }

/**
 * A hidden avatar keeps id, names and platforms, so that people recognise it. Picture, description, tags and numbers
 * are left out, because its creator withdrew them. A blocked avatar only keeps its id.
 */
export function lastKnownAvatar({ isBlocked, ...fields }: LastKnownFields): Avatar {
  const { id, name, authorId, authorName, platforms, addedAtMs } = fields
  const shownFields = isBlocked ? {} : { name, authorId, authorName, platforms }
  const { createdAt: _, ...avatar } = avatarOf({ ...BLANK_VALUES, id, addedAtMs, ...shownFields })
  return avatar
}
