import { ask } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import { PROVISIONAL_HEADERS } from '../../lib/typing.ts'
import { platformOf, type SearchState } from '../../lib/url-state.ts'

/** Fetches the number of avatars that a search finds; the request counts nothing. */
export function totalOf(state: SearchState) {
  const query = { ...state, platform: platformOf(state), limit: 1 }
  return {
    ...answerOf('GET /avatars/search', { query }),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask('GET /avatars/search', { query, headers: PROVISIONAL_HEADERS, signal }),
  }
}
