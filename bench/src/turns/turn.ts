/** One long turn of the event loop. */
export interface Turn {
  /** End of the turn in ms since 1970. */
  endedMs: number
  /** CPU time of the main thread in ms, including its share of garbage collection. */
  cpuMs: number
  /** Time between two timers that are due at once, less their delay of 1 ms, in ms by the monotonic clock. */
  elapsedMs: number
}
