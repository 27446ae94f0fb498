import type { CatalogSort } from '../../avatars/index.ts'
import { compareBytes } from './key-bytes.ts'
import { scoreOf } from './score.ts'
import type { Segment } from './segment.ts'

/** Negative when document `a` of one segment comes before `b` of another in the order of `sort`. */
export function compareDocuments(
  sort: CatalogSort,
  one: Segment,
  a: number,
  other: Segment,
  b: number,
): number {
  switch (sort) {
    case 'recent':
      return byRecent(one, a, other, b)
    case 'oldest':
      return byRecent(other, b, one, a)
    case 'name':
      return byName(one, a, other, b)
    case 'popular':
      return byPopular(one, a, other, b)
    case 'updated':
      return byUpdated(one, a, other, b)
    case 'relevance':
      return byScore(one, a, other, b)
  }
}

function byRecent(one: Segment, a: number, other: Segment, b: number): number {
  return other.addedAt[b]! - one.addedAt[a]! || byId(other.ids, b, one.ids, a)
}

/**
 * Negative when the id of document `a` is less than that of `b`, compared as four 32-bit numbers, which sort like the
 * id's text.
 */
export function byId(ids: Uint32Array, a: number, others: Uint32Array, b: number): number {
  return (
    ids[a * 4]! - others[b * 4]! ||
    ids[a * 4 + 1]! - others[b * 4 + 1]! ||
    ids[a * 4 + 2]! - others[b * 4 + 2]! ||
    ids[a * 4 + 3]! - others[b * 4 + 3]!
  )
}

function byPopular(one: Segment, a: number, other: Segment, b: number): number {
  return other.views[b]! - one.views[a]! || other.likes[b]! - one.likes[a]! || byRecent(one, a, other, b)
}

function byScore(one: Segment, a: number, other: Segment, b: number): number {
  const difference = scoreOf(other.views[b]!, other.addedAt[b]!) - scoreOf(one.views[a]!, one.addedAt[a]!)
  return difference || byRecent(one, a, other, b)
}

function byUpdated(one: Segment, a: number, other: Segment, b: number): number {
  return other.updatedAt[b]! - one.updatedAt[a]! || byRecent(one, a, other, b)
}

/** Empty names come last, as `CatalogSort` says. */
function byName(one: Segment, a: number, other: Segment, b: number): number {
  const aStart = one.nameStart(a)
  const aEnd = one.nameEnd(a)
  const bStart = other.nameStart(b)
  const bEnd = other.nameEnd(b)
  return (
    Number(aStart === aEnd) - Number(bStart === bEnd) ||
    compareBytes(one.nameBytes, aStart, aEnd, other.nameBytes, bStart, bEnd) ||
    byRecent(one, a, other, b)
  )
}
