import { PLATFORMS, type Platform } from '@avatary/contract/avatar'
import type { Facets } from '@avatary/contract/facets'
import { type CatalogQuery, type CatalogView, tagForm } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { isShownTag, shownTagCounts } from './tags.ts'

type FacetView = Pick<CatalogView, 'search' | 'topTags' | 'read'>

/** Number of the catalog's most used tags that are counted. */
const COMMON_TAGS = 24
/** Number of most viewed matches whose own tags are counted, too. */
const MATCHES_READ = 100
/** Maximum number of tags counted, with one search each. */
const MAX_COUNTED = 48
/** Tags counted per turn of the event loop; each takes about a millisecond at a million avatars. */
const COUNTED_PER_TURN = 6

const TAG_FIELDS = ['tags', 'aiTags'] as const

/**
 * Counts the matches of a search by tag, and by platform, which replaces its own platform filter. Counts are exact; if
 * there are very many tags, those most used in the catalog or by the most viewed matches are counted. Changes of the
 * catalog may be applied between two steps.
 * @param onPlatform returns the search with this platform filter, which also decides whose ratings count.
 */
export function* facets(
  view: FacetView,
  query: CatalogQuery,
  onPlatform: (platform: Platform) => CatalogQuery,
  limit: number,
): Generator<void, Facets> {
  const count = (counted: CatalogQuery) =>
    view.search({ ...counted, sort: 'recent', relevance: null, offset: 0, limit: 1 }).total
  const total = count(query)
  const platforms = PLATFORMS.map(platform => ({ platform, count: count(onPlatform(platform)) }))
  const tags: Facets['tags'] = []
  for (const chunk of chunks(total === 0 ? [] : candidateTags(view, query), COUNTED_PER_TURN)) {
    yield
    for (const tag of chunk) tags.push({ tag, count: count({ ...query, tags: [...query.tags, tag] }) })
  }
  const tagCounts = tags
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
  return { total, platforms, tags: tagCounts.slice(0, limit) }
}

/** Tags that many matches may have, except those the search filters by. */
function candidateTags(view: FacetView, query: CatalogQuery): string[] {
  const { slots } = view.search({
    ...query,
    sort: 'popular',
    relevance: null,
    offset: 0,
    limit: MATCHES_READ,
  })
  const countByTag = new Map<string, number>()
  for (const slot of slots)
    for (const tag of tagsOf(view, slot)) countByTag.set(tag, (countByTag.get(tag) ?? 0) + 1)
  const ofMatches = [...countByTag.keys()].sort((a, b) => countByTag.get(b)! - countByTag.get(a)!)
  const ofCatalog = shownTagCounts(view, COMMON_TAGS).map(({ tag }) => tag)
  const tags = new Set([...ofMatches.slice(0, MAX_COUNTED - COMMON_TAGS), ...ofCatalog, ...ofMatches])
  return [...tags].filter(tag => isShownTag(tag) && !query.tags.includes(tag)).slice(0, MAX_COUNTED)
}

function tagsOf(view: Pick<CatalogView, 'read'>, slot: number): Set<string> {
  const { tags, aiTags } = view.read(TAG_FIELDS, slot)
  return new Set([...tags, ...aiTags].map(tagForm))
}
