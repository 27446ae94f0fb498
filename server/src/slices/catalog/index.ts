export { BROWSE } from './browse.ts'
export { type BulkDeps, BulkListing } from './bulk.ts'
export { catalogHandlers, MOST_TRENDING, type TrendingAvatars } from './handlers.ts'
export { exceptDescriptions } from './parse-query.ts'
export { createSearchTermStore } from './popular-searches.sql.ts'
export {
  CatalogSearch,
  type CountedClients,
  catalogQuery,
  type ImpressionCounter,
  type SearchForm,
  type SearchParameters,
  type TermLookups,
} from './search.ts'
export { SearchTerms } from './search-terms.ts'
export { shownTagCounts } from './tags.ts'
