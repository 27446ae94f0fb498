import type { CatalogSort } from '../../avatars/index.ts'
import { scoreOf } from './score.ts'
import type { BaseSections } from './sections.ts'
import type { Segment } from './segment.ts'

/** Compares documents of a base, whose numbers follow the order `oldest`. */
export function baseComparison(
  sort: CatalogSort,
  { views, likes, addedAt, updatedAt }: Pick<Segment, 'views' | 'likes' | 'addedAt' | 'updatedAt'>,
  { nameKeys, nameOffsets }: Pick<BaseSections, 'nameKeys' | 'nameOffsets'>,
): (a: number, b: number) => number {
  const empty = nameOffsets[1] === 0 ? 1 : 0
  switch (sort) {
    case 'recent':
      return (a, b) => b - a
    case 'oldest':
      return (a, b) => a - b
    case 'name':
      // The empty name has the lowest key but sorts last.
      return (a, b) => ((nameKeys[a]! - empty) >>> 0) - ((nameKeys[b]! - empty) >>> 0) || b - a
    case 'popular':
      return (a, b) => views[b]! - views[a]! || likes[b]! - likes[a]! || b - a
    case 'updated':
      return (a, b) => updatedAt[b]! - updatedAt[a]! || b - a
    case 'relevance':
      return (a, b) => scoreOf(views[b]!, addedAt[b]!) - scoreOf(views[a]!, addedAt[a]!) || b - a
  }
}
