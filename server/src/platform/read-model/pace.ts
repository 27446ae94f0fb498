import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest piece of background work: what else the process does waits no longer than about twice that. */
const TURN_MS = 5

/**
 * For long work in the background: `await pace()` after each little piece lets everything else have its turn as soon
 * as the pieces together took 5 ms. Ends the work by throwing when `signal` aborts.
 */
export function createPace(signal?: AbortSignal): () => Promise<void> {
  let turnEnds = performance.now() + TURN_MS
  return async () => {
    if (performance.now() < turnEnds) return
    await nextTurn()
    signal?.throwIfAborted()
    turnEnds = performance.now() + TURN_MS
  }
}
