import { ask } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import { searchHeaders } from '../../lib/typing.ts'
import { type SearchState, sortOf } from '../../lib/url-state.ts'

/** Avatars that one request brings. */
export const PAGE = 60

/** @param offset a multiple of `PAGE`. */
export function resultsPage(state: SearchState, offset: number) {
  const { q, platform, tag, author } = state
  const query = { q, author, tag, platform, sort: sortOf(state), limit: PAGE, offset }
  return {
    ...answerOf('GET /avatars/search', { query }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask('GET /avatars/search', { query, headers: searchHeaders(), signal }),
  }
}

/** Asks how many avatars a search finds; that counts nothing. */
export function totalOf(state: SearchState) {
  const query = { ...state, limit: 1 }
  return {
    ...answerOf('GET /avatars/search', { query }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask('GET /avatars/search', { query, headers: { 'Search-Provisional': '?1' }, signal }),
  }
}

export const stats = answerOf('GET /stats', {})
export const trending = answerOf('GET /avatars/trending', { query: { limit: 10 } })
export const popularSearches = answerOf('GET /avatars/popular-searches', {})
export const topTags = answerOf('GET /world/tags', { query: { limit: 20 } })
