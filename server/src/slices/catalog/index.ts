export { warningsOf } from './answers.ts'
export { type BulkDeps, BulkListing } from './bulk.ts'
export { creatorOf } from './creators.ts'
export type { TrendingAvatars } from './handlers.ts'
export { openCatalog } from './open.ts'
export { openSearches } from './open-searches.ts'
export { exceptDescriptions, type ParsedCatalogQuery } from './parse-query.ts'
export { SearchTermStore } from './popular-searches.sql.ts'
export {
  CatalogSearch,
  catalogQuery,
  refusedText,
  type SearchForm,
  type SearchParameters,
  termWithResults,
} from './search.ts'
export type { SearchTerms } from './search-terms.ts'
export { shownTagCounts } from './tags.ts'
