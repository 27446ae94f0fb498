import { RESTORABLE_MINUTES } from '@avatary/contract/account'
import type { Settings } from '@avatary/contract/settings'
import type { CatalogView, CounterSaver } from '../../avatars/index.ts'
import type { Headers } from '../../kernel/answer.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import type { Identify, IdentifyContext } from '../../kernel/person.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { AccountDeps } from './deps.ts'
import { favoriteHandlers } from './favorites/handlers.ts'
import { groupHandlers } from './groups/handlers.ts'
import { likeHandlers } from './likes/handlers.ts'
import { personHandlers } from './person/handlers.ts'
import { SettingsStore } from './settings/store.sql.ts'
import { AccountStore } from './store.sql.ts'
import { transferHandlers } from './transfer/handlers.ts'

const RESTORABLE_MS = RESTORABLE_MINUTES * MINUTE_MS
const GROUP_ID_BYTES = 12

interface OpenAccountDeps extends Pick<SystemDeps, 'clock' | 'log' | 'randomToken'> {
  db: Database
  /** Counts likes and favorites. */
  store: CounterSaver
  view: CatalogView
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<unknown>
  personalData: readonly PersonalData[]
  deleteAccount: (personalData: readonly PersonalData[], personKey: number, nowMs: number) => Promise<void>
  /** Headers that delete the session cookie. */
  signedOutHeaders: Headers
}

/** Opens settings, favorites, groups and likes, and the export and deletion of accounts. */
export function openAccount(deps: OpenAccountDeps) {
  const { db, view, catchUp } = deps
  const stores = new AccountStore({ db, counters: deps.store })
  const personalData = deps.personalData.concat(stores.personalData)
  const handlerDeps: AccountDeps = {
    ...deps,
    stores,
    personalData,
    listAnswerDeps: { view, favorites: stores.favorites, catchUp },
    newGroupId: () => `grp_${deps.randomToken(GROUP_ID_BYTES)}`,
    deleteAccount: (personKey: number, nowMs: number) => deps.deleteAccount(personalData, personKey, nowMs),
  }
  const deleteRemoved = () => stores.acts.deleteRemovedBefore(deps.clock.now() - RESTORABLE_MS)
  const jobs: readonly Job[] = [
    { name: 'forget-removed-favorites', everyMs: 10 * MINUTE_MS, on: 'worker', run: deleteRemoved },
  ]
  return {
    handlers: {
      ...personHandlers(handlerDeps),
      ...favoriteHandlers(handlerDeps),
      ...groupHandlers(handlerDeps),
      ...likeHandlers(handlerDeps),
      ...transferHandlers(handlerDeps),
    },
    jobs,
  }
}

/** Returns a function that reads the settings of a request's person; null when nobody is signed in. */
export function openCurrentSettings({ db, identify }: { db: Database; identify: Identify }) {
  const settings = new SettingsStore({ db })
  return async (context: IdentifyContext): Promise<Settings | null> => {
    const person = await identify(context, { acceptsKey: false })
    return person && (await settings.read(person.key))
  }
}
