import { setImmediate as nextTurn } from 'node:timers/promises'

/** Most work in one turn of the event loop; requests of the meantime, some 0.2 ms each, make the turn longer. */
const TURN_MS = 2

/**
 * Splits long background work into turns of the event loop: the work awaits the returned function after each piece,
 * which waits for the next turn when `turnMs` have passed, always for 0, and throws when `signal` aborts.
 */
export function createTurnYielder(signal?: AbortSignal, turnMs = TURN_MS): () => Promise<void> {
  let turnEnds = performance.now() + turnMs
  return async () => {
    if (performance.now() < turnEnds) return
    await nextTurn()
    signal?.throwIfAborted()
    turnEnds = performance.now() + turnMs
  }
}
