/** Estimated nanoseconds for each document walked over, match compared, and match counted by blocks. */
export const WALK = 2.5
export const COMPARE = 10
export const COUNT = 5

/**
 * The first `count` documents in the order of `compare`, as a new array. A few of many are selected by comparing each
 * with the worst of the best so far.
 */
export function selectFirst(
  docs: Uint32Array,
  count: number,
  compare: (a: number, b: number) => number,
): Uint32Array {
  if (docs.length <= count * 2 || docs.length < 64) return docs.slice().sort(compare).subarray(0, count)
  const best = new Uint32Array(count * 2 + 16)
  let n = 0
  let worst = -1
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!
    if (worst !== -1 && compare(doc, worst) >= 0) continue
    best[n++] = doc
    if (n < best.length) continue
    best.sort(compare)
    n = count
    worst = best[count - 1] ?? -1
  }
  return best.subarray(0, n).sort(compare).subarray(0, count)
}
