import type { CatalogQuery, TextQuery } from '../../avatars/index.ts'

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

/** No text and no filter. */
export const BROWSE: Pick<CatalogQuery, 'text' | 'author' | 'tags' | 'platform' | 'relevance'> = {
  text: NO_TEXT,
  author: null,
  tags: [],
  relevance: null,
  platform: null,
}
