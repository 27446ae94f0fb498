import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8's other threads may hold what they are compiling, for seconds when the machine is busy. */
const PATIENCE_MS = 10_000

/** Collects all garbage now. What was reachable in this turn of the event loop may stay. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/**
 * Collects garbage in turns of the event loop, until these objects are gone or ten seconds have passed.
 * @returns the names of those that are still reachable.
 */
export async function namesKept(watched: Readonly<Record<string, WeakRef<object>>>): Promise<string[]> {
  const givesUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    await nextTurn()
    collectGarbage()
    const kept = Object.keys(watched).filter(name => watched[name]!.deref() !== undefined)
    if (kept.length === 0 || performance.now() > givesUpAt) return kept
  }
}
