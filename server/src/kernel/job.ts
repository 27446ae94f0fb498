export interface Job {
  /** An imperative in kebab case: `write-counters`. */
  readonly name: string
  /** Milliseconds between the end of one run and the start of the next. */
  readonly everyMs: number
  /** True counts `everyMs` from the start of a run instead; the next one follows a longer run at once. */
  readonly fromStart?: boolean
  /** True starts the first run without waiting. */
  readonly startsAtOnce?: boolean
  /** The processes that run it; the role `all` runs every job. */
  readonly on: 'every process' | 'worker' | 'api'
  /** The signal aborts when the process stops and waits for the run; throwing its reason is not a failure. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
}
