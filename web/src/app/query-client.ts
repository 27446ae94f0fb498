import { notifyManager, QueryClient } from '@tanstack/react-query'
import { Refusal } from '../lib/api.ts'

const MINUTE_MS = 60_000

/** Creates the cache of the server's answers. */
export function createQueryClient(): QueryClient {
  // By default updates are delivered in a later task, before which a switch is painted once in its old state.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE_MS, gcTime: 10 * MINUTE_MS, retry: mayRetry, retryDelay: retryDelayMs },
    },
  })
}

/**
 * Retries a request twice if there was no connection, or the server was unavailable. After a 429 the page shows a
 * countdown instead.
 */
function mayRetry(failureCount: number, error: Error): boolean {
  if (!(error instanceof Refusal)) return false
  return (error.status === 0 || error.status >= 502) && failureCount < 2
}

/** Doubles with every failure, and differs between browsers so that they do not retry at the same moment. */
function retryDelayMs(failureCount: number): number {
  return 1000 * 2 ** failureCount + Math.random() * 500
}
