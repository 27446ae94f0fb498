export interface KeptAnswer<Value> {
  value: Value
  atMs: number
}

/** One answer is kept per name, for the last used variant. */
export interface AnswerKey {
  name: string
  /** The settings that determine the answer; an answer for another variant is discarded. */
  variant: string
}

export interface Lease {
  /** True for the one process that may fetch now; it must end its lease with `keep` or `postpone`. */
  isOurs: boolean
  /** No process may fetch before this time. */
  notBeforeMs: number
  kept: KeptAnswer<string> | null
}
