import type { CatalogView } from '../avatars/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Guard } from '../platform/http/bearer-guard.ts'
import { adminHandlers, createModerationStore, reportHandlers } from '../slices/moderation/index.ts'

export interface ModerationDeps {
  db: Database
  clock: Clock
  view: CatalogView
  /** Lets operators in. */
  adminGuard: Guard
}

/** Moderation put together: what answers the public, and, to who proves to be an operator, the admin routes. */
export function composeModeration({ db, clock, view, adminGuard }: ModerationDeps) {
  const store = createModerationStore({ db })
  const admin = adminHandlers({ store, clock })
  const options = Object.keys(admin).map(id => [id, { guard: adminGuard }] as const)
  return {
    handlers: reportHandlers({ store, view, clock }),
    earlyHandlers: admin,
    routeOptions: Object.fromEntries(options),
  }
}
