import { createHash } from 'node:crypto'

/** The tags that a person read in one avatar's name and description, and those that the rules found. */
export interface Judged {
  id: string
  expected: ReadonlySet<string>
  found: ReadonlySet<string>
}

/** Counts of tags: found and right, found and wrong, there and not found. */
export interface Score {
  right: number
  wrong: number
  missed: number
}

/** Rules may be tuned on one half of the sample only; the other tells what they are worth. */
export type Half = 'tuning' | 'held-out'

/** The half of a record, from its id alone, so that nobody picks. */
export function halfOf(id: string): Half {
  return createHash('sha256').update(id).digest()[0]! % 2 === 0 ? 'tuning' : 'held-out'
}

/** The score over all tags of some records. */
export function scoreOf(records: readonly Judged[], isCounted: (tag: string) => boolean = () => true): Score {
  const score: Score = { right: 0, wrong: 0, missed: 0 }
  for (const { expected, found } of records) {
    for (const tag of found) if (isCounted(tag)) score[expected.has(tag) ? 'right' : 'wrong']++
    for (const tag of expected) if (isCounted(tag) && !found.has(tag)) score.missed++
  }
  return score
}

/** Share of the found tags that are right, 0–1; 1 where none is found. */
export function precision({ right, wrong }: Score): number {
  return right + wrong === 0 ? 1 : right / (right + wrong)
}

/** Share of the labelled tags that are found, 0–1; 1 where there is none. */
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
