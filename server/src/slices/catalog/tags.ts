import { type CatalogView, EMPTY_QUERY } from '../../avatars/index.ts'

/** Matches internal tags of the platform, which are useless in a search. */
const INTERNAL_TAG = /^(?:admin|system)_/

/** Number of tags read in addition, greater than that of internal ones. */
const SPARE_TAGS = 40

export function isShownTag(tag: string): boolean {
  return !INTERNAL_TAG.test(tag)
}

/** Returns the most used tags, in normal form, with the number of listed avatars that have each. */
export function shownTagCounts(
  view: Pick<CatalogView, 'topTags'>,
  limit: number,
): { tag: string; count: number }[] {
  return view
    .topTags(limit + SPARE_TAGS)
    .filter(({ tag }) => isShownTag(tag))
    .slice(0, limit)
}

/** The number of listed avatars that have all of some tags. */
export function countWithTags(view: Pick<CatalogView, 'search'>, tags: readonly string[]): number {
  return view.search({ ...EMPTY_QUERY, tags, sort: 'recent', limit: 1 }).total
}
