import { QueryClient } from '@tanstack/react-query'
import { Refusal } from '../lib/api.ts'
import type { PageData } from '../lib/page-data.ts'

const MINUTE_MS = 60_000

/** Milliseconds to wait when the server refuses for being asked too often without saying for how long. */
const USUAL_WAIT_MS = 5000

/** Makes the cache of answers, with those that came with the page. */
export function createQueries({ answers }: PageData): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE_MS, gcTime: 10 * MINUTE_MS, retry: mayRetry, retryDelay: waitOf },
    },
  })
  for (const [address, answer] of Object.entries(answers)) queries.setQueryData([address], answer)
  return queries
}

/** Repeats what may succeed later: after a lost connection twice, after a 429 until it is answered. */
function mayRetry(failures: number, error: Error): boolean {
  if (!(error instanceof Refusal)) return false
  if (error.status === 429) return true
  return (error.status === 0 || error.status >= 502) && failures < 2
}

function waitOf(failures: number, error: Error): number {
  const jitter = Math.random() * 500
  if (error instanceof Refusal && error.status === 429) {
    return (
      (error.retryAfterSeconds ?? 0) * 1000 + (error.retryAfterSeconds === null ? USUAL_WAIT_MS : 0) + jitter
    )
  }
  return 1000 * 2 ** failures + jitter
}
