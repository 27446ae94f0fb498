/**
 * A segment's matches in the order of a sort, read once from front to back. A boundary is where a document of
 * another segment would stand in this order; `END` is after every match.
 */
export interface MatchStream {
  /** The boundary after the matches for which `isBefore` is true; they must precede all others in the order. */
  boundary(isBefore: (doc: number) => boolean): Boundary
  /** Skips up to `count` matches before the boundary and returns how many it skipped. */
  skip(count: number, boundary: Boundary): number
  /**
   * Writes the slots of up to `out.length - at` matches before the boundary to `out`, from `at` on, and returns where
   * they end.
   */
  read(boundary: Boundary, out: Uint32Array, at: number): number
}

export type Boundary = number
export const END: Boundary = Number.POSITIVE_INFINITY

/** Documents whose bits are set in both sets, which may be the same array. */
export interface BitPair {
  readonly bits: Uint32Array
  readonly mask: Uint32Array
}

/** The first number from `from` to `to` for which the monotonic `isReached` is true. Fast when it is near `from`. */
export function gallop(from: number, to: number, isReached: (i: number) => boolean): number {
  let low = from
  let step = 1
  while (low + step <= to && !isReached(low + step - 1)) {
    low += step
    step *= 2
  }
  return bisect(low, Math.min(to, low + step - 1), isReached)
}

/** The same by bisection, for a number that may be anywhere in the range. */
export function bisect(from: number, to: number, isReached: (i: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
