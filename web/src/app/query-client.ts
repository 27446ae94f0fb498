import { notifyManager, QueryClient } from '@tanstack/react-query'
import { Refusal } from '../lib/api.ts'

const MINUTE_MS = 60_000

/** Makes the cache of answers. */
export function createQueryClient(): QueryClient {
  // By default changes come in a later task, before which a switch is painted in its old state.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE_MS, gcTime: 10 * MINUTE_MS, retry: mayRetry, retryDelay: waitOf },
    },
  })
}

/** Repeats a request twice that met no connection or an unavailable server; a 429 is counted down on the page. */
function mayRetry(failures: number, error: Error): boolean {
  if (!(error instanceof Refusal)) return false
  return (error.status === 0 || error.status >= 502) && failures < 2
}

function waitOf(failures: number): number {
  return 1000 * 2 ** failures + Math.random() * 500
}
