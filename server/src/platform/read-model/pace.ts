import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest piece of background work; requests that came meanwhile, some 0.2 ms each, make the turn longer. */
const TURN_MS = 2

/**
 * For long work in the background: `await pace()` after each little piece lets everything else have its turn as soon
 * as the pieces together took 2 ms. Ends the work by throwing when `signal` aborts.
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
