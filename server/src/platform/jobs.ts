import { backoffMs } from '../kernel/backoff.ts'
import type { Timer } from '../kernel/clock.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import type { CountEvents, Meter } from '../kernel/meter.ts'

/** The role of a process (`ROLE`); `all` does the work of the other two. */
export type Role = 'all' | 'api' | 'worker'

export function runsIn(role: Role, { on }: Pick<Job, 'on'>): boolean {
  return role === 'all' || on === 'every process' || on === role
}

const FAILURE_BACKOFF = { firstMs: 500, longestMs: 60_000, randomShare: 0 }
/** Pause while the database is unavailable. It is short, because a refused statement costs almost nothing. */
const UNAVAILABLE_PAUSE_MS = 250

interface JobsDeps {
  readonly log: Pick<Log, 'error'>
  readonly clock: Timer
  readonly metrics: Pick<Meter, 'events'>
}

/**
 * Runs the jobs of one process; no job runs twice at a time. A failed job is logged, counted and retried with
 * exponential backoff; while the database is unavailable, it is only retried after short pauses. Disposing waits for
 * the current runs.
 */
export class Jobs implements AsyncDisposable {
  readonly #deps: JobsDeps
  readonly #countFailure: CountEvents<'name'>
  readonly #stopController = new AbortController()
  readonly #loops: Promise<void>[] = []

  constructor(deps: JobsDeps) {
    this.#deps = deps
    // Prometheus itself sets the label `job`.
    this.#countFailure = deps.metrics.events(
      'avatary_job_failures_total',
      'Runs of background jobs that failed, each with a line in the log, by name of the job',
      ['name'],
    )
  }

  start(job: Omit<Job, 'on'>): void {
    this.#loops.push(this.#loop(job))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopController.abort()
    await Promise.all(this.#loops)
  }

  async #loop({
    name,
    everyMs,
    fromStart = false,
    startsAtOnce = false,
    run,
  }: Omit<Job, 'on'>): Promise<void> {
    let failureCount = 0
    let pauseMs = startsAtOnce ? 0 : everyMs
    const { clock, log } = this.#deps
    const { signal } = this.#stopController
    for (;;) {
      await clock.sleep(pauseMs, signal)
      if (signal.aborted) return
      const startedMs = clock.now()
      try {
        await run(signal)
        failureCount = 0
        // Not negative, because the system clock may have been set back meanwhile.
        const passedMs = fromStart ? Math.max(0, clock.now() - startedMs) : 0
        pauseMs = Math.max(0, everyMs - passedMs)
      } catch (err) {
        if (err === signal.reason) return
        if (err instanceof DatabaseUnavailableError) {
          pauseMs = Math.max(everyMs, UNAVAILABLE_PAUSE_MS)
          continue
        }
        failureCount++
        pauseMs = Math.max(everyMs, backoffMs(failureCount, FAILURE_BACKOFF, 0))
        this.#countFailure({ name })
        log.error({ event: 'job-failed', err, job: name }, 'A background job failed and will be repeated')
      }
    }
  }
}
