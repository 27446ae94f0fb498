export interface Job {
  /** An imperative in kebab case: `write-counters`. */
  readonly name: string
  /** Milliseconds between the end of one run and the start of the next. */
  readonly everyMs: number
  /** True measures `everyMs` between starts instead; after a run that took longer, the next one starts at once. */
  readonly fromStart?: boolean
  /** True starts the first run at once instead of after `everyMs`. */
  readonly startsAtOnce?: boolean
  /** The processes that run the job; a process with role `all` runs every job. */
  readonly on: 'every process' | 'worker' | 'api'
  /** The signal aborts when the process stops, which waits for the run. Throwing the signal's reason is no failure. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
}
