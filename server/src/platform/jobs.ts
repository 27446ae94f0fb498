import type { Timer } from '../kernel/clock.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'

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
 * Background work of one process: each job runs again a while after it ended, never twice at once. A failing job is
 * logged and tried again with growing pauses, but without either while the system of record is away. Disposing waits
 * for the runs under way.
 */
export class Jobs implements AsyncDisposable {
  readonly #log: Pick<Log, 'error'>
  readonly #clock: Timer
  readonly #stopping = new AbortController()
  readonly #loops: Promise<void>[] = []

  constructor({ log, clock }: { log: Pick<Log, 'error'>; clock: Timer }) {
    this.#log = log
    this.#clock = clock
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
    const { signal } = this.#stopping
    for (;;) {
      await this.#clock.sleep(pauseMs, signal)
      if (signal.aborted) return
      const startedMs = this.#clock.now()
      try {
        await run(signal)
        failures = 0
        pauseMs = fromStart ? between(0, startedMs + everyMs - this.#clock.now(), everyMs) : everyMs
      } catch (err) {
        if (err === signal.reason) return
        if (err instanceof DatabaseUnavailableError) {
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
}

/** The clock of the machine may be set back or forth meanwhile. */
function between(least: number, ms: number, most: number): number {
  return Math.max(least, Math.min(ms, most))
}

function pauseAfter(failures: number, everyMs: number): number {
  return Math.max(everyMs, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
}
