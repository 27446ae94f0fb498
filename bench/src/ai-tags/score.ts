import { createHash } from 'node:crypto'

/** The tags of an avatar according to a person, and according to the rules. */
export interface JudgedAvatar {
  id: string
  expectedTags: ReadonlySet<string>
  foundTags: ReadonlySet<string>
}

/** Numbers of tags: correctly found, wrongly found, and not found. */
export interface Score {
  right: number
  wrong: number
  missed: number
}

/** Rules are tuned on one half of the sample and judged on the other. */
export type Half = 'tuning' | 'held-out'

/** Derived from the id, so that nobody can choose the half of a record. */
export function halfOf(id: string): Half {
  return createHash('sha256').update(id).digest()[0]! % 2 === 0 ? 'tuning' : 'held-out'
}

export function scoreOf(
  records: readonly JudgedAvatar[],
  isCounted: (tag: string) => boolean = () => true,
): Score {
  const score: Score = { right: 0, wrong: 0, missed: 0 }
  for (const { expectedTags, foundTags } of records) {
    for (const tag of foundTags) if (isCounted(tag)) score[expectedTags.has(tag) ? 'right' : 'wrong']++
    for (const tag of expectedTags) if (isCounted(tag) && !foundTags.has(tag)) score.missed++
  }
  return score
}

/** From 0 to 1; 1 when no tag was found. */
export function precision({ right, wrong }: Score): number {
  return right + wrong === 0 ? 1 : right / (right + wrong)
}

/** From 0 to 1; 1 when no tag was expected. */
export function recall({ right, missed }: Score): number {
  return right + missed === 0 ? 1 : right / (right + missed)
}

/** Up to `count` tags with the most errors. */
export function worstTags(records: readonly JudgedAvatar[], count: number): [tag: string, score: Score][] {
  const tags = new Set(records.flatMap(({ expectedTags, foundTags }) => [...expectedTags, ...foundTags]))
  return [...tags]
    .map((tag): [string, Score] => [tag, scoreOf(records, other => other === tag)])
    .filter(([, score]) => score.wrong + score.missed > 0)
    .sort(([, a], [, b]) => b.wrong + b.missed - (a.wrong + a.missed) || b.wrong - a.wrong)
    .slice(0, count)
}
