import { addressOf, type Input, type ReadRouteKey } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import type { WorldsTexts } from './texts.ts'

const SECTIONS = 'stats,trending,promoted,promotedGroups,tags,searches,leaderboard,admins,supporters' as const

/** An address to be baked into a world. */
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
  address('bundle', 'GET /world/bundle', { include: SECTIONS, limit: 24 }, 1),
  address('list', 'GET /world/list', { sort: 'popular', limit: 100, offset: 0 }, 2),
  address('quest', 'GET /world/list', { sort: 'popular', platform: 'quest', limit: 100, offset: 0 }, 2),
  address('tag', 'GET /world/search', { tag: 'fox', limit: 100, offset: 0 }, 2),
  address('trending', 'GET /world/trending', { limit: 100 }, 2),
  address('random', 'GET /world/random', { limit: 24 }, 2),
  address('all', 'GET /world/all', { offset: 0 }, 2),
  address('promoted', 'GET /world/promoted', {}, 2),
  address('admins', 'GET /world/admins', {}),
  address('supporters', 'GET /world/supporters', { limit: 200 }, 3),
  address('client', 'GET /world/client', {}),
]

/** @param shownLimit maximum entries of each list in the live answer; absent for routes without a limit. */
function address<Key extends ReadRouteKey>(
  name: BakedAddress['name'],
  route: Key,
  query: Readonly<Record<string, string | number>>,
  shownLimit?: number,
): BakedAddress {
  const path = addressOf(route.slice('GET '.length), {}, query).replaceAll('%2C', ',')
  // These queries match their routes, but TypeScript cannot relate them; the server validates them.
  const input = { query: { ...query, limit: shownLimit } } as unknown as Input<Key>
  const { queryKey, queryFn } = answerOf(route, input)
  return { name, path, answer: { queryKey, queryFn } as unknown as BakedAddress['answer'] }
}
