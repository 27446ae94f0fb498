import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Runs long work that yields after each step, one step in each turn of the event loop.
 * @returns what the work returns.
 */
export async function inTurns<Result>(steps: Iterator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Runs such work at once. */
export function atOnce<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
