import type { QueryClient } from '@tanstack/react-query'
import { Refusal } from '../lib/api.ts'
import { tellReachable } from '../lib/reachable.ts'
import { isReady } from './is-ready.ts'

/** Average milliseconds between two requests that ask whether the server is ready. */
const POLL_PAUSE_MS = 4000

/** Minimum milliseconds between two retries when the server was ready at once: failures then have other causes. */
const RETRY_PAUSE_MS = 15_000

/**
 * When something does not load because the server is away, polls until it is ready, and then loads again what failed.
 * @returns a function that ends this.
 */
export function retryWhenServerReturns(queryClient: QueryClient): () => void {
  let isWaiting = false
  let retriedAt = Number.NEGATIVE_INFINITY
  const waitAndRetry = async () => {
    if (isWaiting) return
    isWaiting = true
    const hadToWait = await waitForServer()
    if (!hadToWait) await pause(retriedAt + RETRY_PAUSE_MS - Date.now())
    isWaiting = false
    retriedAt = Date.now()
    tellReachable()
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error' && isAway(event.action.error))
      void waitAndRetry()
  })
  let polledAt = Number.NEGATIVE_INFINITY
  // A picture may be missing while the server answers, so its failure alone does not begin a retry.
  const onElementError = async ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || Date.now() < polledAt + POLL_PAUSE_MS) return
    polledAt = Date.now()
    if (!(await isReady())) void waitAndRetry()
  }
  addEventListener('vite:preloadError', waitAndRetry)
  // Errors of elements do not bubble, so this captures them.
  addEventListener('error', onElementError, true)
  return () => {
    unsubscribe()
    removeEventListener('vite:preloadError', waitAndRetry)
    removeEventListener('error', onElementError, true)
  }
}

/**
 * Resolves when the server is ready and the page is visible.
 * @returns whether it had to wait.
 */
async function waitForServer(): Promise<boolean> {
  let hadToWait = false
  while (document.hidden || !navigator.onLine || !(await isReady())) {
    hadToWait = true
    await pause(POLL_PAUSE_MS * (0.5 + Math.random()))
  }
  return hadToWait
}

async function pause(ms: number): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, ms))
}

/** True if there was no answer, an answer of a proxy in front of the server, or one of a server that still starts. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const isFromProxy = error.status >= 502 && error.code === 'unexpected_answer'
  return error.status === 0 || isFromProxy || error.code === 'not_ready'
}
