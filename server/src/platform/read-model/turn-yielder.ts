import { setImmediate as nextTurn } from 'node:timers/promises'

/** Most work in one turn of the event loop; requests of the meantime, some 0.2 ms each, make the turn longer. */
const TURN_MS = 2

/** Awaited after each piece of long work: waits for the next turn after 2 ms, and throws when `signal` aborts. */
export function createTurnYielder(signal?: AbortSignal): () => Promise<void> {
  let turnEnds = performance.now() + TURN_MS
  return async () => {
    if (performance.now() < turnEnds) return
    await nextTurn()
    signal?.throwIfAborted()
    turnEnds = performance.now() + TURN_MS
  }
}
