import type { CatalogView } from '../../avatars/index.ts'

/** Tags by which the platform keeps its house, not by which people look for avatars. */
const INTERNAL = /^(?:admin|system)_/

/** More than the internal tags there are. */
const SPARE = 40

/** The most used tags of listed avatars, in the form in which they can be searched (`author_tag_` left out). */
export function shownTags(view: Pick<CatalogView, 'topTags'>, limit: number): string[] {
  return shownTagCounts(view, limit).map(({ tag }) => tag)
}

/** The same with the number of listed avatars that bear each. */
export function shownTagCounts(
  view: Pick<CatalogView, 'topTags'>,
  limit: number,
): { tag: string; count: number }[] {
  return view
    .topTags(limit + SPARE)
    .filter(({ tag }) => !INTERNAL.test(tag))
    .slice(0, limit)
}
