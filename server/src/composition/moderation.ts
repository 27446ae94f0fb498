import type { CatalogView } from '../avatars/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { adminHandlers, ModerationStore, ReportStore, reportHandlers } from '../slices/moderation/index.ts'

export interface ModerationDeps {
  db: Database
  clock: Clock
  view: CatalogView
}

/** Moderation put together: what answers the public, and, to who proves to be an operator, the admin routes. */
export function composeModeration({ db, clock, view }: ModerationDeps) {
  const reports = new ReportStore({ db })
  return {
    handlers: reportHandlers({ reports, view, clock }),
    earlyHandlers: adminHandlers({ store: new ModerationStore({ db }), reports, clock }),
  }
}
