/** One long turn of the event loop. */
export interface Turn {
  /** When it ended, ms since 1970. */
  endedMs: number
  /** CPU time of the main thread, ms; collecting garbage there is part of it. */
  cpuMs: number
}
