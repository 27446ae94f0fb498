/** An answer of another service, and when it was fetched. */
export interface KeptAnswer<Value> {
  value: Value
  atMs: number
}

/** One answer is kept per name, that of the variant that was used last. */
export interface AnswerKey {
  name: string
  /** The settings that decide the answer; an answer of another variant is discarded. */
  variant: string
}

/** Result of trying to get the right to fetch. */
export interface Lease {
  /** True for the one process that fetches now; it must end its lease with `keep` or `postpone`. */
  isOurs: boolean
  /** No process fetches before this time. */
  notBeforeMs: number
  kept: KeptAnswer<string> | null
}

/** Keeps the last good answers of other services, and lets one process at a time fetch, also across restarts. */
export interface KeptAnswers {
  read(key: AnswerKey): Promise<KeptAnswer<string> | null>
  /** Leases the right to fetch until `untilMs`, unless another process has it or it is too early. */
  lease(key: AnswerKey, nowMs: number, untilMs: number): Promise<Lease>
  /** Ends the lease with a good answer. */
  keep(key: AnswerKey, answer: KeptAnswer<string>, notBeforeMs: number): Promise<void>
  /** Ends the lease without a new answer; the kept one stays. */
  postpone(key: AnswerKey, notBeforeMs: number): Promise<void>
}
