import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import type { Turn } from './turn.ts'

/** Loaded before a server: appends the turns of its event loop that take long to the file that `TURNS_FILE` names. */

/** Shorter turns are not written. */
const LEAST_MS = 2

const file = process.env.TURNS_FILE
if (isMainThread && file !== undefined) watch(file)

/** A timer that is due again at once fires about once a turn, so that the CPU time between two is that of a turn. */
function watch(path: string): void {
  let before = cpuMs()
  const measure = () => {
    const now = cpuMs()
    const turn: Turn = { endedMs: Date.now(), cpuMs: now - before }
    if (turn.cpuMs >= LEAST_MS) appendFileSync(path, `${JSON.stringify(turn)}\n`)
    before = cpuMs()
    setTimeout(measure, 1).unref()
  }
  measure()
}

/** CPU time of this thread: time on a crowded machine's clock says little. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
