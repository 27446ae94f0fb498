import type { Avatar } from '@avatary/contract/avatar'
import { type feedRoutes, MAX_FEED_ENTRIES } from '@avatary/contract/routes/feeds'
import {
  AVATAR_SHAPE,
  type CatalogQuery,
  type CatalogView,
  EMPTY_QUERY,
  tagForm,
} from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import { parseAnyAuthorId } from '../../kernel/avatar-id.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'
import { atomFeed } from './atom.ts'

export interface FeedDeps {
  view: Pick<CatalogView, 'version' | 'search' | 'read'>
  /** Public origin of the service. */
  publicUrl: string
}

/** Maximum number of cached feeds, of some 60 KB each. */
const MAX_FEEDS = 100

/** Serves feeds; their bytes only change when the catalog does. */
export function feedHandlers({ view, publicUrl }: FeedDeps) {
  const cache = new VersionedCache<PreparedAnswer>(() => view.version, { max: MAX_FEEDS })

  const makeFeed = (
    name: string,
    titleOf: (newest: Avatar | undefined) => string,
    filters: Partial<CatalogQuery>,
  ) => {
    const query = { ...EMPTY_QUERY, ...filters, sort: 'recent' as const, limit: MAX_FEED_ENTRIES }
    const avatars = view.search(query).slots.map(slot => view.read(AVATAR_SHAPE, slot))
    const body = Buffer.from(atomFeed({ name, title: titleOf(avatars[0]), publicUrl }, avatars))
    return prepared({ body, contentType: 'application/atom+xml; charset=utf-8' })
  }

  const cachedFeed = (...feed: Parameters<typeof makeFeed>) => cache.get(feed[0], () => makeFeed(...feed))

  return {
    newestFeed: async () => cachedFeed('newest', () => 'Newest avatars', {}),

    authorFeed: async ({ params }) => {
      const id = parseAnyAuthorId(params.id)
      if (id === null) return failure('not_found', 'This is not the id of a creator.')
      const title = (newest: Avatar | undefined) => `Avatars by ${newest?.authorName || id}`
      return cachedFeed(`author/${id}`, title, { author: { kind: 'id', id } })
    },

    tagFeed: async ({ params }) => {
      const tag = tagForm(params.tag)
      if (tag === '') return failure('not_found', 'This is not a tag.')
      return cachedFeed(`tag/${tag}`, () => `Avatars tagged ${tag}`, { tags: [tag] })
    },
  } satisfies HandlersOf<typeof feedRoutes>
}
