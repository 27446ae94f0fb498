export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export interface Timer extends Clock {
  /** Resolves after `ms`, or when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** True when `ms` is at most `furthestMs` in the future. A clock that was set back leaves moments further ahead. */
export function isAhead(ms: number, nowMs: number, furthestMs: number): boolean {
  return nowMs < ms && ms - nowMs <= furthestMs
}

/** Longer than the TTL of any cache. */
const LONG_MS = 2 ** 40

/** A clock for the option `perf` of `lru-cache`. When the system clock is set back, all entries expire. */
export function cacheTime(clock: Clock): Clock {
  let last = clock.now()
  let passedMs = 1
  return {
    now() {
      const now = clock.now()
      passedMs += now < last ? LONG_MS : now - last
      last = now
      return passedMs
    },
  }
}
