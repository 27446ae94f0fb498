const ANSWERS_EVENT = 'avatary:server-answers'

/**
 * Calls `loadAgain` whenever what failed to load may succeed: the browser is online again, or the server answers again.
 * @returns a function that removes the callback.
 */
export function onReachable(loadAgain: () => void): () => void {
  addEventListener('online', loadAgain)
  addEventListener(ANSWERS_EVENT, loadAgain)
  return () => {
    removeEventListener('online', loadAgain)
    removeEventListener(ANSWERS_EVENT, loadAgain)
  }
}

/** Tells the callbacks of `onReachable` that the server answers again. */
export function tellReachable(): void {
  dispatchEvent(new Event(ANSWERS_EVENT))
}
