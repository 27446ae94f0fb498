import { setTimeout as delay } from 'node:timers/promises'

export interface JobLog {
  error(details: { err: unknown; job: string }, message: string): void
}

export interface Job {
  name: string
  pauseMs: number
  run: (signal: AbortSignal) => Promise<unknown>
}

/** Pause after a failure, doubled with each further one up to a minute. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

/**
 * Background work of one process: each job runs again a while after it ended, never twice at once, and keeps no
 * process alive. A failing job is logged and tried again with growing pauses. Disposing waits for the runs under way.
 */
export class Jobs implements AsyncDisposable {
  readonly #log: JobLog
  readonly #stopping = new AbortController()
  readonly #loops: Promise<void>[] = []

  constructor({ log }: { log: JobLog }) {
    this.#log = log
  }

  /**
   * @param job.pauseMs between the end of one run and the start of the next.
   * @param job.run is told by its signal that disposal waits for it; throwing the signal's reason is no failure.
   */
  every(job: Job): void {
    this.#loops.push(this.#loop(job))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
  }

  async #loop({ name, pauseMs, run }: Job): Promise<void> {
    let failures = 0
    while (await this.#pause(pauseAfter(failures, pauseMs))) {
      try {
        await run(this.#stopping.signal)
        failures = 0
      } catch (err) {
        if (err === this.#stopping.signal.reason) return
        failures++
        this.#log.error({ err, job: name }, 'A background job failed and will be tried again')
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

function pauseAfter(failures: number, pauseMs: number): number {
  if (failures === 0) return pauseMs
  return Math.max(pauseMs, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
}
