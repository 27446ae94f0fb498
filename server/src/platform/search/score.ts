const HALF_YEAR_MS = 182 * 86_400_000

/** The order of equally relevant avatars, highest first: half a year of age weighs as much as half of the views. */
export function scoreOf(views: number, addedAtMs: number): number {
  return Math.log2(views + 1) + addedAtMs / HALF_YEAR_MS
}
