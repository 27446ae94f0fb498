import type { CatalogView } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { adminHandlers } from './admin-handlers.ts'
import { ExcludedSearchStore } from './excluded-searches.sql.ts'
import { moderationJobs } from './jobs.ts'
import { reportHandlers } from './report-handlers.ts'
import { ReportStore } from './reports.sql.ts'
import { ModerationStore } from './store.sql.ts'

interface OpenModerationDeps {
  db: Database
  clock: Clock
  view: CatalogView
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<unknown>
  config: Parameters<typeof moderationJobs>[0]['config']
}

export function openModeration({ db, clock, view, catchUp, config }: OpenModerationDeps) {
  const store = new ModerationStore({ db })
  const reports = new ReportStore({ db })
  return {
    handlers: reportHandlers({ reports, view, clock }),
    handlersBeforeReady: adminHandlers({ store, reports, catchUp, clock }),
    jobs: moderationJobs({ store, reports, clock, config }),
    excludedSearches: new ExcludedSearchStore({ db }),
  }
}
