import type { Creator } from '@avatary/contract/creators'
import { type CatalogView, EMPTY_QUERY } from '../../avatars/index.ts'
import { parseAnyAuthorId } from '../../kernel/avatar-id.ts'

/** Maximum number of avatars, last updated first, from which names of the creator are read. */
const MAX_NAMES_READ = 500

const AUTHOR_FIELDS = ['authorName', 'authorVrclUrl'] as const

/**
 * A creator according to their listed avatars, with exact totals; null when none is listed. An avatar keeps the name
 * that its creator had when the platform was last asked, so the last updated avatar has the current one.
 *
 * @param text an author id, or a user URL of the platform.
 */
export function creatorOf(view: CatalogView, text: string): Creator | null {
  const id = parseAnyAuthorId(text)
  if (id === null) return null
  const author = { kind: 'id', id } as const
  const query = { ...EMPTY_QUERY, author, sort: 'updated' } as const
  const { total: avatarCount } = view.search({ ...query, limit: 1 })
  if (avatarCount === 0) return null
  const { slots } = view.search({ ...query, limit: avatarCount })
  const authors = slots.slice(0, MAX_NAMES_READ).map(slot => view.read(AUTHOR_FIELDS, slot))
  const { authorName: name, authorVrclUrl: profile } = authors[0]!
  const otherNames = new Set(authors.map(({ authorName }) => authorName))
  otherNames.delete(name)
  return { id, name, otherNames: [...otherNames], profile, avatars: avatarCount, ...sumsOf(view, slots) }
}

function sumsOf(view: CatalogView, slots: readonly number[]): { views: number; likes: number } {
  const sums = { views: 0, likes: 0 }
  for (const slot of slots) {
    const { views, likes } = view.countersOf(slot)
    sums.views += views
    sums.likes += likes
  }
  return sums
}
