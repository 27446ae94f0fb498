import { PLATFORMS } from '@avatary/contract/avatar'
import type { Facets } from '@avatary/contract/facets'
import { type CatalogQuery, type CatalogView, tagForm } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { inTurns } from '../../kernel/in-turns.ts'
import { isShownTag, shownTagCounts } from './tags.ts'

type FacetView = Pick<CatalogView, 'search' | 'topTags' | 'read'>

/** Most used tags of the catalog that are counted among the matches. */
const COMMON = 24
/** Matches whose tags are counted, too: the most viewed. */
const READ = 100
/** Most tags that are counted, each by a search. */
const COUNTED = 48
/** Tags counted in one turn of the event loop, each in about a millisecond at a million avatars. */
const COUNTED_AT_ONCE = 6

const TAG_FIELDS = ['tags', 'aiTags'] as const

/**
 * Counts the matches of a search by platform, as if it had no filter by platform, and by tag. Counts are exact; of very
 * many tags those are counted that the catalog or the most viewed matches have most. Changes of the catalog are not held
 * back in between.
 */
export async function facetsOf(view: FacetView, query: CatalogQuery, limit: number): Promise<Facets> {
  return await inTurns(countedFacets(view, query, limit))
}

function* countedFacets(view: FacetView, query: CatalogQuery, limit: number): Generator<void, Facets> {
  const count = (narrowed: Partial<CatalogQuery>) =>
    view.search({ ...query, sort: 'recent', relevance: null, offset: 0, limit: 1, ...narrowed }).total
  const total = count({})
  const platforms = PLATFORMS.map(platform => ({ platform, count: count({ platform }) }))
  const tags: Facets['tags'] = []
  for (const some of chunks(total === 0 ? [] : candidateTags(view, query), COUNTED_AT_ONCE)) {
    yield
    for (const tag of some) tags.push({ tag, count: count({ tags: [...query.tags, tag] }) })
  }
  const found = tags
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
  return { total, platforms, tags: found.slice(0, limit) }
}

/** Tags that many of the matches may have, without those of the filter. */
function candidateTags(view: FacetView, query: CatalogQuery): string[] {
  const { slots } = view.search({ ...query, sort: 'popular', relevance: null, offset: 0, limit: READ })
  const seen = new Map<string, number>()
  for (const slot of slots) for (const tag of tagsOf(view, slot)) seen.set(tag, (seen.get(tag) ?? 0) + 1)
  const ofMatches = [...seen.keys()].sort((a, b) => seen.get(b)! - seen.get(a)!)
  const ofCatalog = shownTagCounts(view, COMMON).map(({ tag }) => tag)
  const tags = new Set([...ofMatches.slice(0, COUNTED - COMMON), ...ofCatalog, ...ofMatches])
  return [...tags].filter(tag => isShownTag(tag) && !query.tags.includes(tag)).slice(0, COUNTED)
}

function tagsOf(view: Pick<CatalogView, 'read'>, slot: number): Set<string> {
  const { tags, aiTags } = view.read(TAG_FIELDS, slot)
  return new Set([...tags, ...aiTags].map(tagForm))
}
