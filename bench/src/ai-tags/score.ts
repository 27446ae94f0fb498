import { createHash } from 'node:crypto'

/** Tags of an avatar by the judgement of a person, and by the rules. */
export interface Judged {
  id: string
  expected: ReadonlySet<string>
  found: ReadonlySet<string>
}

/** Numbers of tags: correctly found, wrongly found, and not found. */
export interface Score {
  right: number
  wrong: number
  missed: number
}

/** Rules are tuned on one half of the sample, and judged by the other. */
export type Half = 'tuning' | 'held-out'

/** The half of a record follows from its id, so that nobody chooses it. */
export function halfOf(id: string): Half {
  return createHash('sha256').update(id).digest()[0]! % 2 === 0 ? 'tuning' : 'held-out'
}

export function scoreOf(records: readonly Judged[], isCounted: (tag: string) => boolean = () => true): Score {
  const score: Score = { right: 0, wrong: 0, missed: 0 }
  for (const { expected, found } of records) {
    for (const tag of found) if (isCounted(tag)) score[expected.has(tag) ? 'right' : 'wrong']++
    for (const tag of expected) if (isCounted(tag) && !found.has(tag)) score.missed++
  }
  return score
}

/** Precision, 0–1; 1 when no tag is found. */
export function precision({ right, wrong }: Score): number {
  return right + wrong === 0 ? 1 : right / (right + wrong)
}

/** Recall, 0–1; 1 when no tag is expected. */
export function recall({ right, missed }: Score): number {
  return right + missed === 0 ? 1 : right / (right + missed)
}

/** The tags with the most errors, at most `count`. */
export function worstTags(records: readonly Judged[], count: number): [tag: string, score: Score][] {
  const tags = new Set(records.flatMap(({ expected, found }) => [...expected, ...found]))
  return [...tags]
    .map((tag): [string, Score] => [tag, scoreOf(records, other => other === tag)])
    .filter(([, score]) => score.wrong + score.missed > 0)
    .sort(([, a], [, b]) => b.wrong + b.missed - (a.wrong + a.missed) || b.wrong - a.wrong)
    .slice(0, count)
}
