import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Upstreams } from './upstream.ts'

/** What a part of the service is given of the world outside the process. */
export interface SystemDeps {
  clock: Clock
  log: Log
  metrics: Meter
  upstreams: Upstreams
  /** Resolves early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** From 0 up to, but not, 1. */
  random: () => number
  /** So many random bytes in base64url. */
  randomToken: (bytes: number) => string
}
