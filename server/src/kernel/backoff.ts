export interface Backoff {
  readonly firstMs: number
  readonly longestMs: number
  /** The random part of each pause, from 0 to 1, so that callers do not all retry at once. */
  readonly randomShare: number
}

/**
 * Milliseconds to wait after `failureCount` consecutive failureCount: doubles with each one, up to `longestMs`.
 *
 * @param failureCount from 1
 * @param random 0 <= random < 1
 */
export function backoffMs(
  failureCount: number,
  { firstMs, longestMs, randomShare }: Backoff,
  random: number,
): number {
  return Math.min(firstMs * 2 ** (failureCount - 1), longestMs) * (1 - randomShare + randomShare * random)
}
