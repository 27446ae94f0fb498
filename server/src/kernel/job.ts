/** Background work of a process. */
export interface Job {
  /** An imperative in kebab case: `write-counters`. */
  readonly name: string
  /** Milliseconds between the end of one run and the start of the next. */
  readonly everyMs: number
  /** Whether `everyMs` is counted from the start of a run instead: one that took longer is followed at once. */
  readonly fromStart?: boolean
  /** The first run does not wait. */
  readonly startsAtOnce?: boolean
  /** In which processes it runs; those of the role `all` run every job. */
  readonly on: 'every process' | 'worker' | 'api'
  /** Its signal says that the process waits for its end; throwing the signal's reason is no failure. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
}
