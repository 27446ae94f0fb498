export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export interface Timer extends Clock {
  /** Milliseconds of a monotonic clock, for durations: the system clock may be set meanwhile. */
  monotonicMs(): number
  /** Resolves after `ms` or when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Resolves to the result of `work`, or to null after `ms`; the outcome of `work` is then ignored. */
export async function unlessLate<T>(
  work: Promise<T>,
  ms: number,
  { sleep }: Pick<Timer, 'sleep'>,
): Promise<T | null> {
  const abort = new AbortController()
  const deadline = sleep(ms, abort.signal).then(() => null)
  return await Promise.race([work, deadline]).finally(() => abort.abort())
}

/**
 * True for a moment at most `furthestMs` in the future. A moment further ahead comes from a clock that was set back
 * since.
 */
export function isAhead(ms: number, nowMs: number, furthestMs: number): boolean {
  return nowMs < ms && ms - nowMs <= furthestMs
}

/** Longer than any cache's TTL. */
const LONG_MS = 2 ** 40

/** A clock for the `perf` option of `lru-cache`. All entries expire when the system clock is set back. */
export function cacheTime(clock: Clock): Clock {
  let lastMs = clock.now()
  // In `lru-cache`, an entry that starts at 0 never expires.
  let passedMs = 1
  return {
    now() {
      const nowMs = clock.now()
      passedMs += nowMs < lastMs ? LONG_MS : nowMs - lastMs
      lastMs = nowMs
      return passedMs
    },
  }
}
