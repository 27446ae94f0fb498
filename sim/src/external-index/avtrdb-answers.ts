import type { Platform } from '@avatary/contract/avatar'
import type { DatasetRecord } from '../dataset/record.ts'
import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import type { IndexedAvatars } from './indexed-avatars.ts'

const MAX_PAGE_SIZE = 50
const COMPATIBILITY: Record<Platform, string> = { pc: 'pc', quest: 'android', ios: 'ios' }
/** `tool/version (contact)`. */
const ALLOWED_USER_AGENT = /^[^\s/]+\/\S+ \(.+\)/

/** Answers the read routes of avtrDB's interface, version 2. */
export function avtrdbAnswer({ path, query, headers }: SimRequest, index: IndexedAvatars): SimAnswer {
  if (!ALLOWED_USER_AGENT.test(headers['user-agent'] ?? '')) {
    return { status: 403, body: { detail: 'User-Agent must be tool/version (contact)' } }
  }
  switch (path) {
    case '/v2/avatar/search':
      return searchAnswer(query, index)
    case '/v2/avatar/latest':
      return { status: 200, body: index.newestFirst().slice(0, MAX_PAGE_SIZE).map(avtrdbShape) }
    case '/v2/avatar/index':
      return { status: 200, body: index.size }
    default:
      return { status: 404, body: { detail: 'Not Found' } }
  }
}

function searchAnswer(query: URLSearchParams, index: IndexedAvatars): SimAnswer {
  const size = Math.min(MAX_PAGE_SIZE, Math.max(1, Number(query.get('page_size') ?? MAX_PAGE_SIZE)))
  const start = Math.max(0, Number(query.get('page') ?? 0)) * size
  const rows = index.search(query.get('query') ?? '')
  const avatars = rows.slice(start, start + size).map(avtrdbShape)
  return { status: 200, body: { avatars, has_more: start + size < rows.length } }
}

/** Image URLs are those of the index's own proxy, not the platform's. */
function avtrdbShape(avatar: DatasetRecord): object {
  const { performance } = avatar
  return {
    vrc_id: avatar.id,
    name: avatar.name,
    description: avatar.description,
    author: { vrc_id: avatar.authorId, name: avatar.authorName },
    created_at: avatar.created_at,
    updated_at: avatar.updated_at,
    image_url: avatar.imageUrl === '' ? null : `https://thumb.avtrdb.com/${avatar.id}`,
    compatibility: avatar.platforms.map(platform => COMPATIBILITY[platform]),
    performance: {
      pc_rating: rating(performance.pc),
      android_rating: rating(performance.quest),
      ios_rating: rating(performance.ios),
      has_impostor: false,
    },
    styles: { primary: null, secondary: null },
    tags: {
      author_tags: avatar.tags.filter(tag => tag.startsWith('author_tag_')),
      content_tags: avatar.tags.filter(tag => tag.startsWith('content_')),
      non_content_tags: avatar.tags.filter(tag => !/^(?:author_tag|content)_/.test(tag)),
    },
    explicit: avatar.tags.includes('content_sex'),
  }
}

function rating(value: string | undefined): string | null {
  return value === undefined ? null : value.replace(' ', '')
}
