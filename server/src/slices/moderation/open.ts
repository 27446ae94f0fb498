import type { CatalogView } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { adminHandlers } from './admin-handlers.ts'
import { ExcludedSearchStore } from './excluded-searches.sql.ts'
import { reportHandlers } from './report-handlers.ts'
import { ReportStore } from './reports.sql.ts'
import { ModerationStore } from './store.sql.ts'

interface OpenModerationDeps {
  db: Database
  clock: Clock
  view: CatalogView
}

/** Opens the routes of reports and of operators. */
export function openModeration({ db, clock, view }: OpenModerationDeps) {
  const reports = new ReportStore({ db })
  return {
    handlers: reportHandlers({ reports, view, clock }),
    earlyHandlers: adminHandlers({ store: new ModerationStore({ db }), reports, clock }),
    excludedSearches: new ExcludedSearchStore({ db }),
  }
}
