import type { QueryClient } from '@tanstack/react-query'
import { Refusal } from '../lib/api.ts'
import { tellReachable } from '../lib/reachable.ts'
import { isReady } from './is-ready.ts'

/** Average milliseconds between two requests that ask whether the server is ready. */
const PAUSE_MS = 4000

/** Minimum milliseconds between two retries while the server answers: a failure then probably has another cause. */
const RETRY_PAUSE_MS = 15_000

/**
 * When something does not load because the server is away, asks until it is back, and then loads again what failed.
 * @returns a function that ends this.
 */
export function followServer(queryClient: QueryClient): () => void {
  let isWaiting = false
  let retriedAt = Number.NEGATIVE_INFINITY
  const follow = async () => {
    if (isWaiting) return
    isWaiting = true
    const wasAway = await waitForServer()
    if (!wasAway) await pause(retriedAt + RETRY_PAUSE_MS - Date.now())
    isWaiting = false
    retriedAt = Date.now()
    tellReachable()
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error' && isAway(event.action.error)) void follow()
  })
  let askedAt = Number.NEGATIVE_INFINITY
  // A picture may be missing while the server answers, so its failure alone does not begin a retry.
  const followPicture = async ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || Date.now() < askedAt + PAUSE_MS) return
    askedAt = Date.now()
    if (!(await isReady())) void follow()
  }
  addEventListener('vite:preloadError', follow)
  // Errors of elements do not bubble, so this captures them.
  addEventListener('error', followPicture, true)
  return () => {
    unsubscribe()
    removeEventListener('vite:preloadError', follow)
    removeEventListener('error', followPicture, true)
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
    await pause(PAUSE_MS * (0.5 + Math.random()))
  }
  return waited
}

async function pause(ms: number): Promise<void> {
  await new Promise(done => setTimeout(done, ms))
}

/** True if there was no answer, one of a proxy in front of the server, or one of a server that still starts. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false
  const isOfProxy = error.status >= 502 && error.code === 'unexpected_answer'
  return error.status === 0 || isOfProxy || error.code === 'not_ready'
}
