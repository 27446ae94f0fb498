import type { AvatarTexts } from './texts.ts'

/** A search engine over names, authors, descriptions and tags. */
export interface Engine extends AsyncDisposable {
  readonly title: string
  add(avatars: readonly AvatarTexts[]): Promise<void>
  /** The ids of the ten best results for a query, best first. */
  best(q: string): Promise<string[]>
}

export const RESULT_COUNT = 10

/** Normalises a text for engines other than ours, which folds texts by itself: compatibility forms, lower case. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** The words of a query for engines other than ours. */
export function normalisedWords(q: string): string[] {
  return normalise(q).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
