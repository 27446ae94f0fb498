import type { CatalogStore, CatalogView } from '../avatars/index.ts'
import type { Headers } from '../kernel/answer.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { PersonalData } from '../kernel/personal-data.ts'
import type { Log } from '../platform/log.ts'
import { randomToken } from '../platform/random.ts'
import {
  type AccountStores,
  accountHandlers,
  createAccountStores,
  type FindPerson,
  KeyOwners,
} from '../slices/account/index.ts'

export interface AccountDeps {
  db: Database
  clock: Clock
  log: Log
  store: CatalogStore
  view: CatalogView
  /** Brings the view up to date with what was committed before. */
  catchUp: () => Promise<unknown>
  findPerson: FindPerson
  /** What other slices hold about people. */
  held: readonly PersonalData[]
  /** Of the answer to who has left: ends the cookie. */
  farewell: Headers
}

/** Accounts put together: what people keep, how it is answered, and whose a personal key is. */
export function composeAccount(deps: AccountDeps) {
  const { db, clock, log, store, view, catchUp, findPerson, held, farewell } = deps
  const stores: AccountStores = createAccountStores({ db, counters: store })
  const all = [...held, stores.held]
  const handlers = accountHandlers({
    ...stores,
    held: all,
    deleteAccount: (userKey, nowMs) => stores.deleteAccount(all, userKey, nowMs),
    collection: { view, readLastKnown: stores.readLastKnown, catchUp },
    farewell,
    onReleaseFailed: err =>
      log.warn({ err }, 'An account was deleted, but another service still holds a grant'),
    randomToken,
    clock,
  })
  const keyOwners = new KeyOwners({ keys: stores.keys, findPerson, clock })
  return { handlers, keyOwners, usageOf: stores.usageOf }
}
