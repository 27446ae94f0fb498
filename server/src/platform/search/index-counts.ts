import type { BaseSegment } from './base-segment.ts'
import type { TailSegment } from './tail-segment.ts'

/** Number of distinct authors of listed documents, identified by id or else by folded name. */
export function countAuthors(base: BaseSegment, tails: readonly TailSegment[]): number {
  const authorsOfTails = new Set<string>()
  for (const tail of tails) {
    const { ids, names } = tail.baseKeysOf(base)
    tail.eachAuthor((kind, key, text) => {
      const links = kind === 'ids' ? ids : names
      links[key] ??= base.authorKey(kind, text)
      if (!base.isAuthorListed(links[key])) authorsOfTails.add(`${kind} ${text}`)
    })
  }
  return base.authorCount + authorsOfTails.size
}

/** The tags with the most listed documents; ties are ordered by tag. */
export function mostUsedTags(
  base: BaseSegment,
  tails: readonly TailSegment[],
  limit: number,
): { tag: string; count: number }[] {
  const tailCounts = new Map<string, number>()
  for (const { tags } of tails) {
    tags.eachListedText((_, tag, count) => tailCounts.set(tag, (tailCounts.get(tag) ?? 0) + count))
  }
  const minCount = countAtRank(base.tagCounts, limit)
  const sums = new Map(tailCounts)
  for (const [tag, count] of tailCounts) sums.set(tag, count + base.countListedWithTag(tag))
  for (let key = 0; key < base.tagCounts.length; key++) {
    const count = base.tagCounts[key]!
    if (count < minCount || count === 0) continue
    const tag = base.tags.keyText(key)
    if (!tailCounts.has(tag)) sums.set(tag, count)
  }
  return Array.from(sums, ([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, limit)
}

/** The `limit`-th largest count. Tags with fewer documents are not among the most used. */
function countAtRank(counts: Uint32Array, limit: number): number {
  if (counts.length <= limit) return 0
  return counts.toSorted()[counts.length - limit] ?? Number.POSITIVE_INFINITY
}
