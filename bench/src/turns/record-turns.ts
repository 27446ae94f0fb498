import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import type { Turn } from './turn.ts'

/** Preloaded into a server: appends long turns of its event loop to the file that `TURNS_FILE` names. */

/** Shorter turns are not recorded. */
const MIN_MS = 2

const file = process.env.TURNS_FILE
if (isMainThread && file !== undefined) watch(file)

/**
 * A timer that is immediately due again fires about once per turn, so that the CPU time between two calls is that of
 * one turn.
 */
function watch(path: string): void {
  let before = cpuMs()
  const measure = () => {
    const now = cpuMs()
    const turn: Turn = { endedMs: Date.now(), cpuMs: now - before }
    if (turn.cpuMs >= MIN_MS) appendFileSync(path, `${JSON.stringify(turn)}\n`)
    before = cpuMs()
    setTimeout(measure, 1).unref()
  }
  measure()
}

/** CPU time of this thread, because elapsed time means little on a busy machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
