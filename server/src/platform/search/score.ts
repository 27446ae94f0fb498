const HALF_YEAR_MS = 182 * 86_400_000

/** Orders equally relevant avatars, highest first. Half a year of age offsets half of the views. */
export function scoreOf(views: number, addedAtMs: number): number {
  return Math.log2(views + 1) + addedAtMs / HALF_YEAR_MS
}
