import type { CatalogView } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { ifCommitted } from '../../kernel/if-committed.ts'
import type { Job } from '../../kernel/job.ts'
import { promotionHandlers } from './admin-handlers.ts'
import { CurrentPromotions } from './current-promotions.ts'
import { PromotionStore } from './store.sql.ts'

/** Milliseconds between two reads, so that every process shows a change within a second. */
const READ_MS = 250

interface OpenPromotionsDeps {
  db: Database
  clock: Clock
  view: CatalogView
}

/** Opens placements and staff: what worlds show of them, and the routes for operators. */
export function openPromotions({ db, clock, view }: OpenPromotionsDeps) {
  const store = new PromotionStore({ db })
  const current = new CurrentPromotions({ store, clock })
  const refresh = () => current.refresh()
  const refreshIfCommitted = ifCommitted(db, refresh)
  const run = () => (current.mayLackPlacements ? refresh() : refreshIfCommitted())
  const jobs: readonly Job[] = [{ name: 'read-promotions', everyMs: READ_MS, on: 'api', run }]
  return {
    promoted: {
      placements: {
        avatars: () => current.avatars().map(id => view.slotOf(id)),
        vrchatGroups: () => current.vrchatGroups(),
      },
      staff: () => current.staff(),
      promotionsVersion: () => current.version,
    },
    handlersBeforeReady: promotionHandlers({ store, clock, refresh }),
    open: refresh,
    jobsRetryOpen: true,
    jobs,
  }
}
