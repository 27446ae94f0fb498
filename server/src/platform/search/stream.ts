/**
 * A segment's matches in the order of a sort, read once from front to back. A boundary is where a document of
 * another segment would stand; `END` lies after every match.
 */
export interface MatchStream {
  /** Where matches end for which `isBefore` holds; it must hold for a leading part of the order. */
  boundary(isBefore: (doc: number) => boolean): Boundary
  /** Passes over at most `count` matches before the boundary and returns how many. */
  skip(count: number, boundary: Boundary): number
  /** Writes the slots of at most `out.length - at` matches before the boundary at `at`, and returns the end. */
  read(boundary: Boundary, out: Uint32Array, at: number): number
}

export type Boundary = number
export const END: Boundary = Number.POSITIVE_INFINITY

/** Documents whose bit is set in both sets, which may be one and the same. */
export interface BitPair {
  readonly bits: Uint32Array
  readonly mask: Uint32Array
}

/** The first number of a range for which `isReached` holds, as it does for all after; soon found when it is near. */
export function firstFrom(from: number, to: number, isReached: (i: number) => boolean): number {
  let low = from
  let step = 1
  while (low + step <= to && !isReached(low + step - 1)) {
    low += step
    step *= 2
  }
  return bisect(low, Math.min(to, low + step - 1), isReached)
}

/** As `firstFrom`, when it may be anywhere. */
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
