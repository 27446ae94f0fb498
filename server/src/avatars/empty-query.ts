import type { CatalogQuery, TextQuery } from './search-port.ts'
import type { CatalogView } from './view.ts'

/** A text query that matches everything. */
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

/** A query without text and filters, from the first avatar. */
export const EMPTY_QUERY: Omit<CatalogQuery, 'sort' | 'limit'> = {
  text: NO_TEXT,
  author: null,
  tags: [],
  relevance: null,
  platform: null,
  offset: 0,
}

/** The number of listed avatars that match a text. */
export function totalOf(view: Pick<CatalogView, 'search'>, text: Partial<TextQuery>): number {
  return view.search({ ...EMPTY_QUERY, text: { ...NO_TEXT, ...text }, sort: 'recent', limit: 1 }).total
}
