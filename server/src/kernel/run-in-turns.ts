import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Runs a long generator one step per turn of the event loop, so that other work runs in between.
 * @returns the return value of the generator.
 */
export async function runInTurns<Result>(steps: Iterator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Runs a generator of `runInTurns` synchronously. */
export function runSync<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
