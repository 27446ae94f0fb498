import type { Creator } from '@avatary/contract/creators'
import { BROWSE, type CatalogView } from '../../avatars/index.ts'
import { parseAnyAuthorId } from '../../kernel/avatar-id.ts'

/** Number of avatars, last updated first, from which names of the creator are read. */
const NAMES_READ = 500

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
  const query = { ...BROWSE, author, sort: 'updated' } as const
  const { total: avatars } = view.search({ ...query, limit: 1 })
  if (avatars === 0) return null
  const { slots } = view.search({ ...query, limit: avatars })
  const [latest, ...others] = slots.slice(0, NAMES_READ).map(slot => view.read(AUTHOR_FIELDS, slot))
  const { authorName: name, authorVrclUrl: profile } = latest!
  const otherNames = new Set(others.map(({ authorName }) => authorName))
  otherNames.delete(name)
  return { id, name, otherNames: [...otherNames], profile, avatars, ...sumsOf(view, slots) }
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
