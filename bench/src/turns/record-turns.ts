import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import type { Turn } from './turn.ts'

/** Preloaded into a server: appends long turns of its event loop to the file that `TURNS_FILE` names. */

/** Shorter turns are not recorded. */
const MIN_TURN_MS = 2
/** The shortest delay of Node's timers. */
const TIMER_MS = 1

const file = process.env.TURNS_FILE
if (isMainThread && file !== undefined) watch(file)

/**
 * A timer that is immediately due again fires about once per turn, so that the time between two calls is that of one
 * turn.
 */
function watch(path: string): void {
  let lastCpuMs = cpuMs()
  let lastMs = performance.now()
  const measure = () => {
    const turn: Turn = {
      endedMs: Date.now(),
      cpuMs: cpuMs() - lastCpuMs,
      elapsedMs: performance.now() - lastMs - TIMER_MS,
    }
    if (turn.elapsedMs >= MIN_TURN_MS) appendFileSync(path, `${JSON.stringify(turn)}\n`)
    lastCpuMs = cpuMs()
    lastMs = performance.now()
    setTimeout(measure, TIMER_MS).unref()
  }
  measure()
}

/** CPU time of this thread, because elapsed time includes that of other work on a busy machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
