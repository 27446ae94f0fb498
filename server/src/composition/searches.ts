import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { utcDay } from '../kernel/days.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import { createSearchTermStore, SearchTerms } from '../slices/catalog/index.ts'
import { createExcludedSearchStore } from '../slices/moderation/index.ts'

const HOUR_MS = 3_600_000
const TERM_DAYS_KEPT = 30

export interface SearchesDeps {
  db: Database
  config: Pick<Config, 'excludedSearches' | 'flushIntervalMs'>
  clock: Clock
  log: Log
}

/** Popular searches without what operators excluded, by a setting or on the command line. */
export function composeSearches({ db, config, clock, log }: SearchesDeps) {
  const store = createSearchTermStore({ db })
  const stored = createExcludedSearchStore({ db })
  const excluded = async () => [...config.excludedSearches, ...(await stored.all())]
  const terms = new SearchTerms({ store, clock, excluded })
  const everyMs = config.flushIntervalMs
  const forget = () => store.forgetBefore(utcDay(clock.now()) - TERM_DAYS_KEPT)
  const jobs: readonly Job[] = [
    { name: 'write-search-terms', everyMs, on: 'api', run: () => terms.flush() },
    { name: 'forget-old-searches', everyMs: HOUR_MS, on: 'worker', run: forget },
  ]
  const close = () =>
    terms
      .flush()
      .catch((err: unknown) =>
        log.error({ event: 'last-searches-lost', err }, 'The last searches could not be counted'),
      )
  return { terms, jobs, close }
}
