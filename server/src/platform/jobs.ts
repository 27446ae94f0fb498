import { setTimeout as delay } from 'node:timers/promises'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import { RecordUnavailableError } from '../kernel/record-unavailable.ts'

/** What a process is for (`ROLE`); `all` does what the two others do. */
export type Role = 'all' | 'api' | 'worker'

export function runsIn(role: Role, { on }: Pick<Job, 'on'>): boolean {
  return role === 'all' || on === 'every process' || on === role
}

/** Pause after a failure, doubled with each further one up to a minute. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
/** Pause while the system of record is away: asking then costs nothing, and its return is to be noticed at once. */
const AWAY_PAUSE_MS = 250

/**
 * Background work of one process: each job runs again a while after it ended, never twice at once, and keeps no
 * process alive. A failing job is logged and tried again with growing pauses, but without either while the system of
 * record is away. Disposing waits for the runs under way.
 */
export class Jobs implements AsyncDisposable {
  readonly #log: Pick<Log, 'error'>
  readonly #stopping = new AbortController()
  readonly #loops: Promise<void>[] = []

  constructor({ log }: { log: Pick<Log, 'error'> }) {
    this.#log = log
  }

  start(job: Omit<Job, 'on'>): void {
    this.#loops.push(this.#loop(job))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
  }

  async #loop({
    name,
    everyMs,
    fromStart = false,
    startsAtOnce = false,
    run,
  }: Omit<Job, 'on'>): Promise<void> {
    let failures = 0
    let pauseMs = startsAtOnce ? 0 : everyMs
    while (await this.#pause(pauseMs)) {
      const startedMs = performance.now()
      try {
        await run(this.#stopping.signal)
        failures = 0
        pauseMs = fromStart ? Math.max(0, everyMs - (performance.now() - startedMs)) : everyMs
      } catch (err) {
        if (err === this.#stopping.signal.reason) return
        if (err instanceof RecordUnavailableError) {
          pauseMs = Math.max(everyMs, AWAY_PAUSE_MS)
          continue
        }
        failures++
        pauseMs = pauseAfter(failures, everyMs)
        this.#log.error(
          { event: 'job-failed', err, job: name },
          'A background job failed and will be tried again',
        )
      }
    }
  }

  /** False when the wait was ended by disposal. */
  async #pause(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { ref: false, signal: this.#stopping.signal })
      return true
    } catch {
      return false
    }
  }
}

function pauseAfter(failures: number, everyMs: number): number {
  return Math.max(everyMs, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
}
