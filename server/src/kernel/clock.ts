/** Time as the rest of the system may see it: injected, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}
