/** What ways to a page cost for each document passed, match compared, match counted by blocks; in nanoseconds. */
export const WALK = 2.5
export const COMPARE = 10
export const COUNT = 5

/**
 * The first `count` of some documents in the order of `compare`, sorted; a fresh array. Few of many are found by
 * keeping the best so far and comparing the rest with the worst of them.
 */
export function topOf(
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
