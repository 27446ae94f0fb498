/**
 * A segment's matches in the order of a sort, read once from front to back. A boundary is the place of a document of
 * another segment in this order; `END` is behind every match.
 */
export interface MatchStream {
  /** The boundary behind the matches for which `isBefore` is true; they must be the first of the order. */
  boundary(isBefore: (doc: number) => boolean): Boundary
  /** Skips at most `count` matches before the boundary and returns their number. */
  skip(count: number, boundary: Boundary): number
  /** Writes the slots of at most `out.length - at` matches before the boundary at `at`, and returns the end. */
  read(boundary: Boundary, out: Uint32Array, at: number): number
}

export type Boundary = number
export const END: Boundary = Number.POSITIVE_INFINITY

/** Documents whose bit is set in both sets, which may be the same array. */
export interface BitPair {
  readonly bits: Uint32Array
  readonly mask: Uint32Array
}

/** The first number from `from` to `to` for which the monotonic `isReached` is true; fast when it is near `from`. */
export function firstFrom(from: number, to: number, isReached: (i: number) => boolean): number {
  let low = from
  let step = 1
  while (low + step <= to && !isReached(low + step - 1)) {
    low += step
    step *= 2
  }
  return bisect(low, Math.min(to, low + step - 1), isReached)
}

/** The same number as `firstFrom` by bisection, when it may be anywhere. */
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
