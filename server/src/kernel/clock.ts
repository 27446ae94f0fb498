/** Time as the rest of the system may see it: injected, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** Whether a moment is still to come, and no further away than it can be by a clock that goes right. */
export function isAhead(ms: number, nowMs: number, furthestMs: number): boolean {
  return nowMs < ms && ms - nowMs <= furthestMs
}
