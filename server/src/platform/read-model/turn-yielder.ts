import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Maximum work in one turn of the event loop. Requests that arrive meanwhile, at about 0.2 ms each, lengthen the turn.
 */
const TURN_MS = 2

/**
 * Splits long background work into turns of the event loop. The work awaits the returned function after each piece; it
 * waits for the next turn once `turnMs` have passed (every time for 0), and throws when `signal` aborts.
 */
export function createTurnYielder(signal?: AbortSignal, turnMs = TURN_MS): () => Promise<void> {
  let turnEndMs = performance.now() + turnMs
  return async () => {
    if (performance.now() < turnEndMs) return
    await nextTurn()
    signal?.throwIfAborted()
    turnEndMs = performance.now() + turnMs
  }
}
