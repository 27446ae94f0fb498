import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Upstreams } from './upstream.ts'

/** Injected access to time, randomness, log, metrics and upstreams. */
export interface SystemDeps {
  clock: Clock
  log: Log
  metrics: Meter
  upstreams: Upstreams
  /** Resolves after `ms`, or early when the signal aborts; never rejects. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** A number with 0 <= n < 1. */
  random: () => number
  /** `bytes` random bytes in base64url. */
  randomToken: (bytes: number) => string
}
