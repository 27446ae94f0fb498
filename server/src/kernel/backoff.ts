export interface Backoff {
  readonly firstMs: number
  readonly longestMs: number
  /** The share of each pause that is left to chance, from 0 to 1, so that not all come back at once. */
  readonly chance: number
}

/**
 * Milliseconds to wait after so many failures in a row: twice as long with each, up to a bound.
 *
 * @param failures from 1
 * @param random from 0 to below 1
 */
export function backoff(failures: number, { firstMs, longestMs, chance }: Backoff, random: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - chance + chance * random)
}
