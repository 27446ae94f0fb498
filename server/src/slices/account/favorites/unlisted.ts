import type { Avatar } from '@avatary/contract/avatar'
import { avatarOf, BLANK_VALUES, type CatalogRecord } from '../../../avatars/index.ts'

type ShownField = 'id' | 'name' | 'authorId' | 'authorName' | 'platforms' | 'addedAtMs'

/** The stored data of an avatar that the view does not list; its row may be listed already. */
export type LastKnownFields = Pick<CatalogRecord, ShownField | 'isListed'> & { readonly isBlocked: boolean }

/**
 * People see the id, names, platforms and time of adding of a hidden avatar, whoever hid it, so that they recognise it.
 * Everything else may be withdrawn and is left out; for a blocked avatar, names and platforms, too.
 */
export function lastKnownAvatar({ isBlocked, ...fields }: LastKnownFields): Avatar {
  const { id, name, authorId, authorName, platforms, addedAtMs } = fields
  const shownFields = isBlocked ? {} : { name, authorId, authorName, platforms }
  const { createdAt: _, ...avatar } = avatarOf({ ...BLANK_VALUES, id, addedAtMs, ...shownFields })
  return avatar
}
