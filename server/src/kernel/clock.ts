/** Time as the rest of the system may see it: injected, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** True when a moment is in the future by no more than `furthestMs`; a clock that was set back leaves later ones. */
export function isAhead(ms: number, nowMs: number, furthestMs: number): boolean {
  return nowMs < ms && ms - nowMs <= furthestMs
}
