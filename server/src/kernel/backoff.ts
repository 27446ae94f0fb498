export interface Backoff {
  readonly firstMs: number
  readonly longestMs: number
  /** The random share of each pause, from 0 to 1, so that callers do not all retry at once. */
  readonly chance: number
}

/**
 * Milliseconds to wait after `failures` in a row: doubled with each, up to `longestMs`.
 *
 * @param failures from 1
 * @param random from 0 to below 1
 */
export function backoff(failures: number, { firstMs, longestMs, chance }: Backoff, random: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - chance + chance * random)
}
