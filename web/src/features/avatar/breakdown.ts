interface Bucket {
  readonly key: string
  readonly count: number
}

const MAX_SHOWN_BUCKETS = 6
/** The key of the bucket in which the server counts visitors of no other bucket. */
export const OTHERS = 'other'

/**
 * The largest buckets, then one that adds up the smaller ones and what the server counted as `other`.
 * @param buckets largest first.
 */
export function largestBuckets(buckets: readonly Bucket[]): readonly Bucket[] {
  const namedBuckets = buckets.filter(({ key }) => key !== OTHERS)
  const shownBuckets = namedBuckets.slice(0, MAX_SHOWN_BUCKETS)
  const otherBuckets = buckets.filter(bucket => !shownBuckets.includes(bucket))
  if (otherBuckets.length === 0) return shownBuckets
  return [...shownBuckets, { key: OTHERS, count: otherBuckets.reduce((sum, { count }) => sum + count, 0) }]
}

/**
 * The counts of the 24 hours in the order of the clock, and of visits that were counted in no hour.
 * @param buckets with hours such as `07` as keys.
 */
export function hoursOf(buckets: readonly Bucket[]): { counts: readonly number[]; others: number } {
  const countByKey = new Map(buckets.map(({ key, count }) => [key, count]))
  const counts = Array.from({ length: 24 }, (_, hour) => countByKey.get(String(hour).padStart(2, '0')) ?? 0)
  return { counts, others: countByKey.get(OTHERS) ?? 0 }
}
