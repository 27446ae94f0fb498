import { RESTORABLE_MINUTES } from '@avatary/contract/account'
import type { CatalogView, CounterSaver } from '../../avatars/index.ts'
import type { Headers } from '../../kernel/answer.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { accountHandlers } from './handlers.ts'
import { AccountStore } from './store.sql.ts'

const RESTORABLE_MS = RESTORABLE_MINUTES * MINUTE_MS

interface OpenAccountDeps extends Pick<SystemDeps, 'clock' | 'log' | 'randomToken'> {
  db: Database
  /** Counts likes and favorites. */
  store: CounterSaver
  view: CatalogView
  /** Applies everything that was committed before the call to the view. */
  catchUp: () => Promise<unknown>
  personalData: readonly PersonalData[]
  deleteAccount: (personalData: readonly PersonalData[], personKey: number, nowMs: number) => Promise<void>
  /** Headers that delete the session cookie. */
  signedOutHeaders: Headers
}

/** Opens settings, favorites, groups and likes, and the export and deletion of accounts. */
export function openAccount(deps: OpenAccountDeps) {
  const { db, log, view, catchUp } = deps
  const stores = new AccountStore({ db, counters: deps.store })
  const personalData = deps.personalData.concat(stores.personalData)
  const handlers = accountHandlers({
    ...deps,
    ...stores,
    personalData,
    deleteAccount: (personKey, nowMs) => deps.deleteAccount(personalData, personKey, nowMs),
    collection: { view, favorites: stores.favorites, catchUp },
    onReleaseFailed: err =>
      log.warn(
        { event: 'grant-left-at-deletion', err },
        'An account was deleted, but another service still holds a grant',
      ),
  })
  const deleteRemoved = () => stores.acts.deleteRemovedBefore(deps.clock.now() - RESTORABLE_MS)
  const jobs: readonly Job[] = [
    { name: 'forget-removed-favorites', everyMs: RESTORABLE_MS / 6, on: 'worker', run: deleteRemoved },
  ]
  return { handlers, jobs }
}
