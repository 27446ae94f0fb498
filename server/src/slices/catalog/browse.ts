import type { CatalogQuery, CatalogView, TextQuery } from '../../avatars/index.ts'

/** The text query that matches everything. */
export const NO_TEXT: TextQuery & { readonly warnings: readonly never[] } = {
  words: [],
  prefix: null,
  forms: new Map(),
  phrases: [],
  notWords: [],
  notPhrases: [],
  notTags: [],
  conditions: [],
  avatarIds: [],
  authorId: null,
  matchesNothing: false,
  skipsDescription: false,
  warnings: [],
}

/** No text and no filter, from the first avatar. */
export const BROWSE: Omit<CatalogQuery, 'sort' | 'limit'> = {
  text: NO_TEXT,
  author: null,
  tags: [],
  relevance: null,
  platform: null,
  offset: 0,
}

/** Number of listed avatars that a text finds. */
export function totalOf(view: Pick<CatalogView, 'search'>, text: Partial<TextQuery>): number {
  return view.search({ ...BROWSE, text: { ...NO_TEXT, ...text }, sort: 'recent', limit: 1 }).total
}
