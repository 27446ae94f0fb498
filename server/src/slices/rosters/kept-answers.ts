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

export interface Lease {
  /** True for the one process that fetches now; it must end its lease with `keep` or `postpone`. */
  isOurs: boolean
  /** No process fetches before this time. */
  notBeforeMs: number
  kept: KeptAnswer<string> | null
}
