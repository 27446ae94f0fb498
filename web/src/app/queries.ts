import { QueryClient } from '@tanstack/react-query'
import { Refusal, type Value } from '../lib/api.ts'
import { answerOf } from '../lib/queries.ts'

const MINUTE_MS = 60_000

/** Makes the cache of answers, with those that the HTML of the page brought. */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE_MS, gcTime: 10 * MINUTE_MS, retry: mayRetry, retryDelay: waitOf },
    },
  })
  fill(queries)
  return queries
}

interface PageData {
  readonly session?: Value<'GET /session'>
  readonly avatar?: Value<'GET /avatars/{id}'>
}

function fill(queries: QueryClient): void {
  const text = document.getElementById('page-data')?.textContent ?? '{}'
  const { session, avatar } = JSON.parse(text) as PageData
  if (session !== undefined) queries.setQueryData(answerOf('GET /session', {}).queryKey, session)
  if (avatar === undefined) return
  queries.setQueryData(answerOf('GET /avatars/{id}', { params: { id: avatar.id } }).queryKey, avatar)
}

/** Repeats twice what a lost connection or a server that is away refused; a 429 is counted down on the page. */
function mayRetry(failures: number, error: Error): boolean {
  if (!(error instanceof Refusal)) return false
  return (error.status === 0 || error.status >= 502) && failures < 2
}

function waitOf(failures: number): number {
  return 1000 * 2 ** failures + Math.random() * 500
}
