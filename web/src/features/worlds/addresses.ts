import { type Input, type ReadRouteKey, routeUrl } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import type { WorldsTexts } from './texts.ts'

const BUNDLE_SECTIONS = 'stats,trending,promoted,promotedGroups,tags,searches,leaderboard,admins,supporters'

/** An address that is baked into a world: VRChat fixes the addresses of a world when the world is built. */
export interface BakedAddress {
  readonly name: keyof WorldsTexts['addresses']
  /** Path and query, starting with `/api`. */
  readonly path: string
  /** The live answer, with fewer avatars than the address itself returns. */
  readonly answer: {
    readonly queryKey: readonly string[]
    readonly queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
  }
}

/** The addresses of the guide; the one to start with comes first. */
export const ADDRESSES: readonly BakedAddress[] = [
  bakedAddress('bundle', 'GET /world/bundle', { include: BUNDLE_SECTIONS, limit: 24 }, 1),
  bakedAddress('list', 'GET /world/list', { sort: 'popular', limit: 100, offset: 0 }, 2),
  bakedAddress('quest', 'GET /world/list', { sort: 'popular', platform: 'quest', limit: 100, offset: 0 }, 2),
  bakedAddress('tag', 'GET /world/search', { tag: 'fox', limit: 100, offset: 0 }, 2),
  bakedAddress('trending', 'GET /world/trending', { limit: 100 }, 2),
  bakedAddress('random', 'GET /world/random', { limit: 24 }, 2),
  bakedAddress('all', 'GET /world/all', { offset: 0 }, 2),
  bakedAddress('promoted', 'GET /world/promoted', {}, 2),
  bakedAddress('admins', 'GET /world/admins', {}),
  bakedAddress('supporters', 'GET /world/supporters', { limit: 200 }, 3),
  bakedAddress('client', 'GET /world/client', {}),
]

/** @param shownLimit maximum entries of each list in the live answer; absent for routes without a limit. */
function bakedAddress<Key extends ReadRouteKey>(
  name: BakedAddress['name'],
  route: Key,
  query: Readonly<Record<string, string | number>>,
  shownLimit?: number,
): BakedAddress {
  const path = routeUrl(route.slice('GET '.length), {}, query).replaceAll('%2C', ',')
  // These queries match their routes, but TypeScript cannot relate them; the server validates them.
  const input = { query: { ...query, limit: shownLimit } } as unknown as Input<Key>
  const { queryKey, queryFn } = answerOf(route, input)
  return { name, path, answer: { queryKey, queryFn } as unknown as BakedAddress['answer'] }
}
