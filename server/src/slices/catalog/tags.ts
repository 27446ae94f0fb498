import { BROWSE, type CatalogView } from '../../avatars/index.ts'

/** Internal tags of the platform, which are useless in a search. */
const INTERNAL = /^(?:admin|system)_/

/** Tags read in addition, more than there are internal ones. */
const SPARE = 40

/** False for the platform's internal tags. */
export function isShownTag(tag: string): boolean {
  return !INTERNAL.test(tag)
}

/** Returns the most used tags, in normal form, with the number of listed avatars that have each. */
export function shownTagCounts(
  view: Pick<CatalogView, 'topTags'>,
  limit: number,
): { tag: string; count: number }[] {
  return view
    .topTags(limit + SPARE)
    .filter(({ tag }) => isShownTag(tag))
    .slice(0, limit)
}

/** The number of listed avatars that have all of some tags. */
export function countWith(view: Pick<CatalogView, 'search'>, tags: readonly string[]): number {
  return view.search({ ...BROWSE, tags, sort: 'recent', limit: 1 }).total
}
