/** Time as the rest of the system may see it: injected, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** A clock that can be waited by. */
export interface Timer extends Clock {
  /** Resolves after so many milliseconds, or once the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** True when a moment is in the future by no more than `furthestMs`; a clock that was set back leaves later ones. */
export function isAhead(ms: number, nowMs: number, furthestMs: number): boolean {
  return nowMs < ms && ms - nowMs <= furthestMs
}

/** More than any entry of a cache lives. */
const LONG_MS = 2 ** 40

/** The time by which caches tell the age of entries (`perf` of `lru-cache`): a clock that is set back ends them all. */
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
