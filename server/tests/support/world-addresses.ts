import type { worldRoutes } from '@avatary/contract/routes/world'
import { BUNDLE_SECTIONS } from '@avatary/contract/world'

type RouteId = keyof typeof worldRoutes

const TEXTS = [
  '',
  'fox',
  'a',
  '狐',
  'マヌカ',
  'cute girl',
  '-fox',
  '"red fox"',
  'no such avatar',
  '%F0%9D%93%95',
]
const PLATFORMS = ['', '&platform=pc', '&platform=quest', '&platform=ios']
const SORTS = ['popular', 'recent', 'oldest', 'name']

/**
 * Paths for each world endpoint that cover all kinds of its answers. A missing route is a type error.
 * @param ids of existing avatars.
 */
export function worldAddresses(ids: readonly string[]): Readonly<Record<RouteId, readonly string[]>> {
  const [first = ''] = ids
  const searches = TEXTS.flatMap((q, i) => [
    `/world/search?q=${encodeURI(q)}${PLATFORMS[i % 4]}&sort=${SORTS[i % 4]}&limit=${1 + i * 50}`,
    `/world/search?q=${encodeURI(q)}&offset=${i * 7}`,
  ])
  const lists = SORTS.flatMap(sort =>
    PLATFORMS.map(platform => `/world/list?sort=${sort}${platform}&limit=500&offset=${sort.length * 10}`),
  )
  return {
    worldPing: ['/world/ping'],
    worldEndpoints: ['/world/endpoints'],
    worldStats: ['/world/stats'],
    worldClient: [
      '/world/client',
      '/world/client?q=fox',
      '/world/client?offset=120',
      '/world/client?q=xyzzy',
    ],
    worldSearch: [...searches, '/world/search?tag=fox', `/world/search?author=${first}`],
    worldList: lists,
    worldAll: ['/world/all', '/world/all?offset=1000', '/world/all?offset=999999999'],
    worldTrending: ['/world/trending', '/world/trending?limit=500'],
    worldPromoted: ['/world/promoted', '/world/promoted?limit=1'],
    worldPromotedGroups: ['/world/promoted/groups', '/world/promoted/groups?limit=1'],
    worldRandom: ['/world/random', ...PLATFORMS.map(platform => `/world/random?limit=500${platform}`)],
    worldAvatars: ['/world/avatars', `/world/avatars?ids=${[...ids.slice(0, 499), 'nobody']}`],
    worldAvatar: ids.slice(0, 100).map(id => `/world/avatar/${id}`),
    worldWear: [`/world/avatar/${first}/wear`],
    worldTags: ['/world/tags', '/world/tags?limit=200'],
    worldSearches: ['/world/searches'],
    worldLeaderboard: ['/world/leaderboard', '/world/leaderboard?limit=50'],
    worldSupporters: ['/world/supporters', '/world/supporters?limit=200'],
    worldAdmins: ['/world/admins'],
    worldBundle: [
      `/world/bundle?include=${BUNDLE_SECTIONS}`,
      ...BUNDLE_SECTIONS.map(section => `/world/bundle?include=${section}&limit=200`),
    ],
  }
}
