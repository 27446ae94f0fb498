import { COUNTERS } from '@avatary/contract/insights'
import { ActivityLog, type CatalogTables } from '../../avatars/index.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { type ActiveDay, type Counts, countsOf } from './counts.ts'
import { EarlierStore } from './earlier.sql.ts'
import type { AvatarDay, InsightsStore } from './store.ts'
import type { InsightsTables } from './tables.sql.ts'

type Sql = SqlAccess<InsightsTables>

const ROWS_READ = 2000

export function createInsightsStore({ db }: { db: Database }): InsightsStore {
  const sql = db.tables<InsightsTables>()
  const activity = new ActivityLog(db.tables<CatalogTables>())
  const earlier = new EarlierStore(sql)
  return {
    activityBounds: () => activity.bounds(),
    activityAfter: (after, limit) => activity.after(after, limit),
    readDays: firstDay => readDays(sql, firstDay),
    readEarlier: day => earlier.readAll(day),
    earlierOf: (day, keys) => earlier.of(day, keys),
    countsOn: (day, keys) => countsOn(sql, day, keys),
    siteDays: (from, to) => siteDays(sql, from, to),
    rollUpBefore: day => earlier.rollUpBefore(day),
    pruneActivity: olderThanMs => activity.prune(olderThanMs),
  }
}

async function* readDays(sql: Sql, firstDay: number): AsyncGenerator<AvatarDay[]> {
  let last = { day: firstDay, key: 0 }
  for (;;) {
    const rows = await sql.scanner
      .selectFrom('avatar_days')
      .select(['day', 'avatar_key', ...COUNTERS])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('day', 'avatar_key'), '>', tuple(last.day, last.key)))
      .orderBy('day')
      .orderBy('avatar_key')
      .limit(ROWS_READ)
      .execute()
    const days = rows.map(row => ({ day: row.day, key: row.avatar_key, counts: countsOf(row) }))
    if (days.length > 0) yield days
    if (days.length < ROWS_READ) return
    last = days.at(-1)!
  }
}

async function countsOn(
  sql: Sql,
  day: number,
  keys: readonly number[],
): Promise<{ key: number; counts: Counts }[]> {
  const rows = await sql.reader
    .selectFrom('avatar_days')
    .select(['avatar_key', ...COUNTERS])
    .where('day', '=', day)
    .where(eb => sql.dialect.isIn(eb.ref('avatar_key'), keys))
    .execute()
  return rows.map(row => ({ key: row.avatar_key, counts: countsOf(row) }))
}

async function siteDays(sql: Sql, from: number, to: number): Promise<ActiveDay[]> {
  const rows = await sql.reader
    .selectFrom('site_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  return rows.map(row => ({ day: row.day, counts: countsOf(row) }))
}
