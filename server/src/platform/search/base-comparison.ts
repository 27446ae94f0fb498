import type { CatalogSort } from '../../avatars/index.ts'
import { scoreOf } from './score.ts'
import type { BaseSections } from './sections.ts'
import type { Segment } from './segment.ts'

/** Compares documents of a base, whose numbers follow the order `oldest`. */
export function baseComparison(
  sort: CatalogSort,
  columns: Pick<Segment, 'views' | 'likes' | 'addedAt' | 'updatedAt'>,
  { nameKeys, nameOffsets }: Pick<BaseSections, 'nameKeys' | 'nameOffsets'>,
): (a: number, b: number) => number {
  const { addedAt, updatedAt } = columns
  // Unlike those of dates, columns of counters are replaced when they become too narrow.
  const viewsOf = (doc: number) => columns.views[doc]!
  const emptyNames = nameOffsets[1] === 0 ? 1 : 0
  switch (sort) {
    case 'recent':
      return (a, b) => b - a
    case 'oldest':
      return (a, b) => a - b
    case 'name':
      // The empty name has the lowest key but sorts last.
      return (a, b) => ((nameKeys[a]! - emptyNames) >>> 0) - ((nameKeys[b]! - emptyNames) >>> 0) || b - a
    case 'popular':
      return (a, b) => viewsOf(b) - viewsOf(a) || columns.likes[b]! - columns.likes[a]! || b - a
    case 'updated':
      return (a, b) => updatedAt[b]! - updatedAt[a]! || b - a
    case 'relevance':
      return (a, b) => scoreOf(viewsOf(b), addedAt[b]!) - scoreOf(viewsOf(a), addedAt[a]!) || b - a
  }
}
