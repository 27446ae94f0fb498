/** In longer ranges, a sample finds a pivot close to the wanted value. */
const MAX_UNSAMPLED_LENGTH = 600

/**
 * Returns the value at `rank` of the values from `firstIndex` to `lastIndex`, largest first, and moves larger ones
 * before it and smaller ones after it (Floyd and Rivest 1975, Algorithm 489).
 * @param rank an index between the two.
 */
export function selectLargest(
  values: Float64Array,
  rank: number,
  firstIndex: number,
  lastIndex = values.length - 1,
): number {
  let [first, last] = [firstIndex, lastIndex]
  while (last > first) {
    if (last - first > MAX_UNSAMPLED_LENGTH) selectInSample(values, rank, first, last)
    const pivot = values[rank]!
    let [i, j] = [first, last]
    while (i <= j) {
      while (values[i]! > pivot) i++
      while (values[j]! < pivot) j--
      if (i > j) break
      const value = values[i]!
      values[i++] = values[j]!
      values[j--] = value
    }
    if (rank <= j) last = j
    else if (rank >= i) first = i
    else return pivot
  }
  return values[rank]!
}

/** Moves a value to `rank` that is probably close to the one wanted there. */
function selectInSample(values: Float64Array, rank: number, first: number, last: number): void {
  const count = last - first + 1
  const share = (rank - first + 1) / count
  const logarithm = Math.log(count)
  const size = 0.5 * Math.exp((2 * logarithm) / 3)
  const deviation = 0.5 * Math.sqrt((logarithm * size * (count - size)) / count) * Math.sign(share - 0.5)
  const from = Math.max(first, Math.floor(rank - share * size + deviation))
  const to = Math.min(last, Math.floor(rank + (1 - share) * size + deviation))
  selectLargest(values, rank, from, to)
}
