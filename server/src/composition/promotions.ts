import type { CatalogView } from '../avatars/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import { createPromotionStore, PromotionBoard, promotionHandlers } from '../slices/promotions/index.ts'
import type { WorldFacts } from '../slices/world/index.ts'

/** What an operator does is seen within a second by every process. */
const READ_MS = 250

/** What worlds are shown of promotions. */
export type Promoted = Pick<WorldFacts, 'placements' | 'staff' | 'promotionsVersion'>

export interface PromotionDeps {
  db: Database
  clock: Clock
  view: CatalogView
}

/** Placements and staff put together, as worlds are shown them. */
export function openPromotions({ db, clock, view }: PromotionDeps) {
  const store = createPromotionStore({ db })
  const board = new PromotionBoard({ store, clock })
  const promoted: Promoted = {
    placements: {
      avatars: () => board.avatars().map(id => view.slotOf(id)),
      groups: () =>
        board.groups().map(({ subject, name, description, imageUrl, url }) => ({
          id: subject,
          name,
          description,
          imageUrl,
          url,
        })),
    },
    staff: () => board.staff(),
    promotionsVersion: () => board.version,
  }
  return { store, promoted, refresh: () => board.refresh() }
}

/** The same with what lets operators change them. */
export function composePromotions(deps: PromotionDeps) {
  const { store, promoted, refresh } = openPromotions(deps)
  const jobs: readonly Job[] = [{ name: 'read-promotions', everyMs: READ_MS, on: 'api', run: refresh }]
  return {
    promoted,
    earlyHandlers: promotionHandlers({ store, clock: deps.clock }),
    open: refresh,
    opensLater: true,
    jobs,
  }
}
