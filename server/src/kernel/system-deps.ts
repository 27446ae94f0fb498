import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Upstreams } from './upstream.ts'

/** Injected access to time, randomness, the log, metrics and upstreams. */
export interface SystemDeps {
  clock: Clock
  log: Log
  metrics: Meter
  upstreams: Upstreams
  /** Resolves early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** At least 0 and below 1. */
  random: () => number
  /** `bytes` random bytes in base64url. */
  randomToken: (bytes: number) => string
}
