import type { Database } from '../../kernel/database.ts'
import { utcDay } from '../../kernel/days.ts'
import type { Job } from '../../kernel/job.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { SearchTermStore } from './popular-searches.sql.ts'
import { SearchTerms } from './search-terms.ts'

interface OpenPopularSearchesDeps extends Pick<SystemDeps, 'clock' | 'log'> {
  db: Database
  config: {
    readonly excludedSearches: readonly string[]
    readonly flushIntervalMs: number
    readonly retention: { readonly searchTermDays: number }
  }
  /** Words excluded by operators, in addition to those of the setting. */
  excludedSearches: { all(): Promise<readonly string[]> }
}

/** Opens popular searches, without those that operators excluded by the setting or a command. */
export function openPopularSearches({ db, config, clock, log, excludedSearches }: OpenPopularSearchesDeps) {
  const store = new SearchTermStore({ db })
  const readExcludedTexts = async () => [...config.excludedSearches, ...(await excludedSearches.all())]
  const terms = new SearchTerms({ store, clock, readExcludedTexts })
  const everyMs = config.flushIntervalMs
  const deleteOldSearches = () => store.deleteBefore(utcDay(clock.now()) - config.retention.searchTermDays)
  const jobs: readonly Job[] = [
    { name: 'write-search-terms', everyMs, on: 'api', run: () => terms.flush() },
    { name: 'forget-old-searches', everyMs: HOUR_MS, on: 'worker', run: deleteOldSearches },
  ]
  const close = () =>
    terms
      .flush()
      .catch((err: unknown) =>
        log.error({ event: 'last-searches-lost', err }, 'The last searches could not be counted'),
      )
  return { terms, jobs, close }
}
