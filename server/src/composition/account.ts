import type { CatalogView } from '../avatars/index.ts'
import type { Headers } from '../kernel/answer.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { PersonalData } from '../kernel/personal-data.ts'
import { randomToken } from '../platform/random.ts'
import { type AccountStores, accountHandlers } from '../slices/account/index.ts'

export interface AccountDeps {
  clock: Clock
  log: Log
  accounts: AccountStores
  view: CatalogView
  /** Brings the view up to date with what was committed before. */
  catchUp: () => Promise<unknown>
  /** What other slices hold about people. */
  held: readonly PersonalData[]
  deleteAccount: (held: readonly PersonalData[], userKey: number, nowMs: number) => Promise<void>
  /** Of the answer to who has left: ends the cookie. */
  signedOutHeaders: Headers
}

/** Accounts put together: how what people keep is answered. */
export function composeAccount(deps: AccountDeps) {
  const { clock, log, accounts: stores, view, catchUp, held, signedOutHeaders } = deps
  const all = [...held, stores.held]
  const handlers = accountHandlers({
    ...stores,
    held: all,
    deleteAccount: (userKey, nowMs) => deps.deleteAccount(all, userKey, nowMs),
    collection: { view, readLastKnown: stores.readLastKnown, catchUp },
    signedOutHeaders,
    onReleaseFailed: err =>
      log.warn(
        { event: 'grant-left-at-deletion', err },
        'An account was deleted, but another service still holds a grant',
      ),
    randomToken,
    clock,
  })
  return { handlers }
}
