import type { AvatarTexts } from './texts.ts'

/** A search engine over names, authors, descriptions and tags. */
export interface Engine extends AsyncDisposable {
  readonly title: string
  add(avatars: readonly AvatarTexts[]): Promise<void>
  /** The ids of the ten best results for a question, best first. */
  best(q: string): Promise<string[]>
}

export const PAGE = 10

/**
 * Normalises a text that peers index or search: compatibility forms resolved, lower case. Our index folds by itself.
 */
export function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** The words of a question, as peers search them. */
export function plainWords(q: string): string[] {
  return plain(q).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
