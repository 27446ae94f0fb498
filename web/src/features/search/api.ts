import { answerOf } from '../../lib/queries.ts'
import { platformOf, type SearchState } from '../../lib/url-state.ts'

export const stats = answerOf('GET /stats', {})
export const trending = answerOf('GET /avatars/trending', { query: { limit: 10 } })
export const popularSearches = answerOf('GET /avatars/popular-searches', {})

/** Number of tags that are offered beside the platforms. */
const MAX_OFFERED_TAGS = 20

/** Fetches how many results of a search are for each platform and have each tag. */
export function facetsOf(state: SearchState) {
  const { q, author, tag, minPerformance } = state
  const query = { q, author, tag, platform: platformOf(state), minPerformance, limit: MAX_OFFERED_TAGS }
  return answerOf('GET /search/facets', { query })
}

const MAX_SUGGESTIONS_PER_KIND = 4

/** @param q the text typed so far. */
export function suggestionsOf(q: string) {
  return answerOf('GET /search/suggest', { query: { q, limit: MAX_SUGGESTIONS_PER_KIND } })
}
