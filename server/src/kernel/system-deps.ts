import type { Clock, Timer } from './clock.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Upstreams } from './upstream.ts'

/** Injected access to time, randomness, log, metrics and upstreams. */
export interface SystemDeps {
  clock: Clock
  log: Log
  metrics: Meter
  upstreams: Upstreams
  sleep: Timer['sleep']
  /** A number with 0 <= n < 1. */
  random: () => number
  /** `bytes` random bytes in base64url. */
  randomToken: (bytes: number) => string
}
