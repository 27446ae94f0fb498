import type { QueryClient } from '@tanstack/react-query'
import { Refusal } from '../lib/api.ts'
import { isReady } from './is-ready.ts'

/** Milliseconds between two questions whether the server answers again, on average. */
const PAUSE_MS = 4000

/** Milliseconds in which a failure is retried at most once while the server answers: it probably has another cause. */
const ONCE_MS = 60_000

/**
 * When something does not load because the server is away, asks until it is back, and then loads that again.
 * @returns a function that ends this.
 */
export function followServer(queries: QueryClient): () => void {
  let isAsking = false
  let retriedAt = Number.NEGATIVE_INFINITY
  const follow = async () => {
    if (isAsking) return
    isAsking = true
    const wasAway = await waitForServer()
    isAsking = false
    if (!wasAway && Date.now() - retriedAt < ONCE_MS) return
    retriedAt = Date.now()
    // Parts of the page whose code did not load are retried at this event.
    dispatchEvent(new Event('online'))
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  const unsubscribe = queries.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error' && isAway(event.action.error)) void follow()
  })
  addEventListener('vite:preloadError', follow)
  return () => {
    unsubscribe()
    removeEventListener('vite:preloadError', follow)
  }
}

/**
 * Resolves when the server is ready and the page is visible.
 * @returns whether it had to wait.
 */
async function waitForServer(): Promise<boolean> {
  let waited = false
  while (document.hidden || !navigator.onLine || !(await isReady())) {
    waited = true
    await new Promise(done => setTimeout(done, PAUSE_MS * (0.5 + Math.random())))
  }
  return waited
}

/** True if there was no answer, one of a proxy in front of the server, or one of a server that still starts. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const isOfProxy = error.status >= 502 && error.code === 'unexpected_answer'
  return error.status === 0 || isOfProxy || error.code === 'not_ready'
}
