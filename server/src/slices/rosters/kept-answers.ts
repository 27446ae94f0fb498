/** An answer of another service, and when it was fetched. */
export interface Held<Value> {
  value: Value
  atMs: number
}

/** What an answer is kept as: one of each name, of whatever variant was asked for last. */
export interface KeptName {
  name: string
  /** What was asked, and how: an answer of another variant is none. */
  variant: string
}

/** What a process finds when it wants to ask. */
export interface Claim {
  /** True for the one process that asks now; it must say how that ended. */
  isOurs: boolean
  /** Nobody asks again before. */
  notBeforeMs: number
  held: Held<string> | null
}

/** Last good answers of other services, and whose turn it is to ask, for all processes and across restarts. */
export interface KeptAnswers {
  read(kept: KeptName): Promise<Held<string> | null>
  /** Takes the turn until `untilMs` unless it is somebody's, or not yet time. */
  claim(kept: KeptName, nowMs: number, untilMs: number): Promise<Claim>
  /** Ends the turn with a good answer. */
  keep(kept: KeptName, held: Held<string>, notBeforeMs: number): Promise<void>
  /** Ends the turn with none: what was kept stays. */
  postpone(kept: KeptName, notBeforeMs: number): Promise<void>
}
