import { NO_TEXT } from '../../../src/avatars/empty-query.ts'
import type { CatalogQuery, IndexDocument, TextQuery } from '../../../src/avatars/search-port.ts'

/** A listed document with nothing but an id and the given values. */
export function indexDocument(slot: number, fields: Partial<IndexDocument> = {}): IndexDocument {
  return {
    id: `avtr_${slot.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
    fields: [],
    nameFields: 0,
    authorFields: 0,
    description: [],
    extraWords: [],
    tags: [],
    authorId: '',
    authorName: '',
    nameKey: '',
    platforms: 0,
    performance: 0,
    addedAtMs: 0,
    updatedAtMs: null,
    views: 0,
    likes: 0,
    isListed: true,
    ...fields,
  }
}

/** Parts of a query; absent parameters have their defaults. */
export type QueryParts = Partial<Omit<CatalogQuery, 'text'>> & { text?: Partial<TextQuery> }

/** A query that matches everything listed, with the given changes. */
export function catalogQuery(told: QueryParts = {}): CatalogQuery {
  return {
    author: null,
    tags: [],
    relevance: null,
    platform: null,
    sort: 'recent',
    offset: 0,
    limit: 1000,
    ...told,
    text: { ...NO_TEXT, ...told.text },
  }
}
