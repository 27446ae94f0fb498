export { warningsOf } from './answers.ts'
export { type BulkDeps, BulkListing } from './bulk.ts'
export { creatorOf } from './creators.ts'
export type { TrendingAvatars } from './handlers.ts'
export { openCatalog } from './open.ts'
export { openPopularSearches } from './open-popular-searches.ts'
export { type ParsedCatalogQuery, withoutDescriptionSearch } from './parse-query.ts'
export { SearchTermStore } from './popular-searches.sql.ts'
export {
  CatalogSearch,
  catalogQuery,
  type SearchForm,
  type SearchParameters,
  termIfFound,
  textRefusal,
} from './search.ts'
export type { SearchTerms } from './search-terms.ts'
export { shownTagCounts } from './tags.ts'
