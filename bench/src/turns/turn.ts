/** One long turn of the event loop. */
export interface Turn {
  /** End of the turn in ms since 1970. */
  endedMs: number
  /** CPU time of the main thread in ms, including its share of garbage collection. */
  cpuMs: number
  /** Time in ms between two runs of a timer whose delay of 1 ms is subtracted, by the monotonic clock. */
  elapsedMs: number
}
