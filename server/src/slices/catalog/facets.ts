import { PLATFORMS, type Platform } from '@avatary/contract/avatar'
import type { Facets } from '@avatary/contract/facets'
import { type CatalogQuery, type CatalogView, tagForm } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { isShownTag, shownTagCounts } from './tags.ts'

type FacetView = Pick<CatalogView, 'search' | 'topTags' | 'read'>

/** Maximum number of the catalog's tags, most used first, that are counted. */
const MAX_COMMON_TAGS = 24
/** Maximum number of matches, most viewed first, whose tags are counted, too. */
const MAX_MATCHES_READ = 100
/** Maximum number of tags counted, with one search each. */
const MAX_TAGS = 48
/** Number of tags counted in a turn of the event loop; each takes about a millisecond at a million avatars. */
const TAGS_PER_TURN = 6

const TAG_FIELDS = ['tags', 'aiTags'] as const

/**
 * Counts the matches of a search by tag, and by platform whatever platform it filters by. Counts are exact; if there
 * are very many tags, those most used in the catalog or by the most viewed matches are counted. Changes of the catalog
 * may be applied between two steps.
 * @param withPlatform returns the search with this platform as its filter, and as the one whose ratings are compared.
 */
export function* facets(
  view: FacetView,
  query: CatalogQuery,
  withPlatform: (platform: Platform) => CatalogQuery,
  limit: number,
): Generator<void, Facets> {
  const count = (query: CatalogQuery) =>
    view.search({ ...query, sort: 'recent', relevance: null, offset: 0, limit: 1 }).total
  const total = count(query)
  const platforms = PLATFORMS.map(platform => ({ platform, count: count(withPlatform(platform)) }))
  const tags: Facets['tags'] = []
  for (const chunk of chunks(total === 0 ? [] : candidateTags(view, query), TAGS_PER_TURN)) {
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
    limit: MAX_MATCHES_READ,
  })
  const countByTag = new Map<string, number>()
  for (const slot of slots)
    for (const tag of tagsOf(view, slot)) countByTag.set(tag, (countByTag.get(tag) ?? 0) + 1)
  const matchTags = [...countByTag.keys()].sort((a, b) => countByTag.get(b)! - countByTag.get(a)!)
  const catalogTags = shownTagCounts(view, MAX_COMMON_TAGS).map(({ tag }) => tag)
  const tags = new Set([...matchTags.slice(0, MAX_TAGS - MAX_COMMON_TAGS), ...catalogTags, ...matchTags])
  return [...tags].filter(tag => isShownTag(tag) && !query.tags.includes(tag)).slice(0, MAX_TAGS)
}

function tagsOf(view: Pick<CatalogView, 'read'>, slot: number): Set<string> {
  const { tags, aiTags } = view.read(TAG_FIELDS, slot)
  return new Set([...tags, ...aiTags].map(tagForm))
}
