import type { CounterSaver } from '../../avatars/index.ts'
import type { Database } from '../../kernel/database.ts'
import { lastKnownReader } from './favorites/last-known.sql.ts'
import { createFavoriteStore } from './favorites/store.sql.ts'
import { GroupStore } from './groups/store.sql.ts'
import { LikeStore } from './likes/store.sql.ts'
import { accountPersonalData } from './person/personal-data.sql.ts'
import { usageOf } from './person/usage.sql.ts'
import { SettingsStore } from './settings/store.sql.ts'
import type { AccountTables } from './tables.sql.ts'
import { createTransferStore } from './transfer/store.sql.ts'

/**
 * Creates the stores of accounts.
 *
 * @param deps.counters counts likes and favorites, for the catalog and for insights.
 */
export function createAccountStores({ db, counters }: { db: Database; counters: CounterSaver }) {
  const sql = db.tables<AccountTables>()
  const settings = new SettingsStore(sql)
  const groups = new GroupStore(sql)
  const transfers = createTransferStore(sql, counters)
  return {
    settings,
    groups,
    transfers,
    favorites: createFavoriteStore(sql, counters),
    likes: new LikeStore(sql, counters),
    readLastKnown: lastKnownReader(sql),
    usageOf: (userKey: number) => usageOf(sql, userKey),
    personalData: accountPersonalData({ sql, counters, settings, groups, transfers }),
  }
}
