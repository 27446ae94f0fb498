import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { createSearchTermStore, SearchTerms } from '../slices/catalog/index.ts'
import { createExcludedSearchStore } from '../slices/moderation/index.ts'

export interface SearchesDeps {
  db: Database
  config: Pick<Config, 'excludedSearches'>
  clock: Clock
}

/** Popular searches without what operators excluded, by a setting or on the command line. */
export function composeSearches({ db, config, clock }: SearchesDeps) {
  const store = createSearchTermStore({ db })
  const stored = createExcludedSearchStore({ db })
  const excluded = async () => [...config.excludedSearches, ...(await stored.all())]
  return { terms: new SearchTerms({ store, clock, excluded }), store }
}
