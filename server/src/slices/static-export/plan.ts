import type { worldRoutes } from '@avatary/contract/routes/world'
import { MAX_WORLD_ALL_PAGE_SIZE, MAX_WORLD_PAGE_SIZE } from '@avatary/contract/world'

export type WorldRouteId = keyof typeof worldRoutes

export interface PlannedFile {
  /** The path inside the export, with forward slashes. */
  readonly path: string
  readonly route: WorldRouteId
  /** The part of the URL after the `?`. */
  readonly query: string
}

/** A list that is split into pages, one per file. */
export interface PagedList {
  readonly name: string
  readonly folder: string
  readonly route: WorldRouteId
  /** The query of all pages, without `offset`. */
  readonly query: string
  /** Avatars per page. */
  readonly limit: number
  /** True to write all pages, otherwise at most `maxPages`. */
  readonly hasAllPages: boolean
}

/** Endpoints with a single answer, each with one large page, because a static host takes no parameters. */
export const SINGLE_FILES: readonly PlannedFile[] = [
  { path: 'world/stats.json', route: 'worldStats', query: '' },
  { path: 'world/client.json', route: 'worldClient', query: '' },
  { path: 'world/trending.json', route: 'worldTrending', query: 'limit=100' },
  { path: 'world/promoted.json', route: 'worldPromoted', query: 'limit=50' },
  { path: 'world/promoted/groups.json', route: 'worldPromotedGroups', query: 'limit=50' },
  { path: 'world/tags.json', route: 'worldTags', query: 'limit=200' },
  { path: 'world/searches.json', route: 'worldSearches', query: 'limit=50' },
  { path: 'world/leaderboard.json', route: 'worldLeaderboard', query: 'limit=50' },
  { path: 'world/supporters.json', route: 'worldSupporters', query: 'limit=200' },
  { path: 'world/admins.json', route: 'worldAdmins', query: '' },
  {
    path: 'world/bundle.json',
    route: 'worldBundle',
    // Without `random`, which would be the same for everybody until the next export.
    query:
      'include=stats,trending,promoted,promotedGroups,tags,searches,leaderboard,admins,supporters&limit=50',
  },
]

function browseList(name: string, query: string): PagedList {
  const limit = MAX_WORLD_PAGE_SIZE
  return {
    name,
    folder: `world/list/${name}`,
    route: 'worldList',
    query: `${query}&limit=${limit}`,
    limit,
    hasAllPages: false,
  }
}

export const PAGED_LISTS: readonly PagedList[] = [
  browseList('popular', 'sort=popular'),
  browseList('popular-pc', 'sort=popular&platform=pc'),
  browseList('popular-quest', 'sort=popular&platform=quest'),
  browseList('popular-ios', 'sort=popular&platform=ios'),
  browseList('recent', 'sort=recent'),
  {
    name: 'all',
    folder: 'world/all',
    route: 'worldAll',
    query: `limit=${MAX_WORLD_ALL_PAGE_SIZE}`,
    limit: MAX_WORLD_ALL_PAGE_SIZE,
    hasAllPages: true,
  },
]

/** The number of pages of a list to write; an empty list has one. */
export function pageCountOf({ limit, hasAllPages }: PagedList, total: number, maxPages: number): number {
  const pageCount = Math.max(1, Math.ceil(total / limit))
  return hasAllPages ? pageCount : Math.min(pageCount, maxPages)
}

export function pageFile({ folder, route, query, limit }: PagedList, page: number): PlannedFile {
  return { path: `${folder}/${page}.json`, route, query: `${query}&offset=${page * limit}` }
}
