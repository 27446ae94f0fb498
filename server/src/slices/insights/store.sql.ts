import { COUNTERS } from '@avatary/contract/insights'
import { type Expression, sql as raw, type SqlBool } from 'kysely'
import type { AvatarDayTable } from '../../avatars/index.ts'
import { unpackAscending } from '../../kernel/ascending.ts'
import type { Database, Engine, SqlAccess } from '../../kernel/database.ts'
import { ActivityPruning } from './activity.sql.ts'
import { countsOf } from './counts.ts'
import { type ActiveDay, mergeDays, SPARE_DAYS } from './packed-history.ts'
import { HistoryPacker } from './packing.sql.ts'
import type { Activity, InsightsStore, StoredHistory } from './store.ts'
import type { InsightsTables } from './tables.sql.ts'

type Sql = SqlAccess<InsightsTables>

/** Numbers of avatars looked at for one batch of histories. */
const KEYS_READ = 1000
/** Days that are not packed where the job that packs them keeps up. */
const FEW_DAYS = 4

export function createInsightsStore({ db }: { db: Database }): InsightsStore {
  const sql = db.tables<InsightsTables>()
  const activity = new ActivityPruning(sql)
  const packer = new HistoryPacker(sql)
  return {
    activityBounds: () => activity.bounds(),
    activityAfter: (after, limit) => activityAfter(sql, after, limit),
    unpackedDays: () => unpackedDays(sql),
    readAll: () => readAll(sql),
    historiesOf: keys => historiesOf(sql, keys),
    countsOn: (day, keys) => countsOn(sql, day, keys),
    siteDays: (from, to) => siteDays(sql, from, to),
    packBefore: day => packer.packBefore(day),
    pruneActivity: olderThanMs => activity.prune(olderThanMs),
  }
}

async function activityAfter(sql: Sql, after: number, limit: number): Promise<Activity[]> {
  const rows = await sql.reader
    .selectFrom('activity_log')
    .select(['seq', 'day', 'avatar_keys'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, day, avatar_keys }) => ({ seq, day, keys: unpackAscending(avatar_keys) }))
}

/** Leaps from day to day: the table has very many rows a day. */
async function unpackedDays(sql: Sql): Promise<number[]> {
  const rows = await sql.reader
    .withRecursive('days', db =>
      db
        .selectFrom('avatar_days')
        .select(({ fn }) => fn.min<number | null>('day').as('day'))
        .unionAll(
          db
            .selectFrom('days')
            .select(eb =>
              eb
                .selectFrom('avatar_days')
                .select(({ fn }) => fn.min('avatar_days.day').as('day'))
                .whereRef('avatar_days.day', '>', 'days.day')
                .as('day'),
            )
            .where('days.day', 'is not', null),
        ),
    )
    .selectFrom('days')
    .select('day')
    .where('day', 'is not', null)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day!)
}

async function lastKey(sql: Sql): Promise<number> {
  const { last } = await sql.reader
    .selectFrom('avatars')
    .select(({ fn }) => fn.max<number | null>('key').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/**
 * Where all but the last days are packed, the event loop's own connection is the fastest, some milliseconds at a time:
 * bytes would be copied twice on their way out of a thread.
 */
async function* readAll(sql: Sql): AsyncGenerator<StoredHistory[]> {
  const days = await unpackedDays(sql)
  const last = await lastKey(sql)
  const db = days.length <= FEW_DAYS ? sql.reader : sql.scanner
  for (let first = 1; first <= last; first += KEYS_READ) {
    const isRead: KeyRule = key => raw<SqlBool>`${key} between ${first} and ${first + KEYS_READ - 1}`
    yield merged(await wholeHistories(sql, db, days, isRead))
  }
}

async function historiesOf(sql: Sql, keys: readonly number[]): Promise<StoredHistory[]> {
  const days = await unpackedDays(sql)
  return merged(await wholeHistories(sql, sql.reader, days, key => sql.dialect.isIn(key, keys)))
}

type KeyRule = (key: Expression<number>) => Expression<SqlBool>

interface HistoryRow extends AvatarDayTable {
  history: Uint8Array | null
}

/** Packed and other days in one statement, so that nothing is missed or seen twice while days are packed. */
async function wholeHistories(
  { dialect, engine }: Sql,
  db: Sql['reader'],
  days: readonly number[],
  isRead: KeyRule,
): Promise<HistoryRow[]> {
  return await db
    .selectFrom('avatar_histories')
    .select(['avatar_key', eb => eb.ref('history').$castTo<Uint8Array | null>().as('history')])
    .select([zero.as('day'), ...COUNTERS.map(counter => zero.as(counter))])
    .where(eb => isRead(eb.ref('avatar_key')))
    .unionAll(
      db
        .selectFrom('avatar_days')
        .select(['avatar_key', noBytes(engine).as('history'), 'day', ...COUNTERS])
        .where(eb => dialect.isIn(eb.ref('day'), days))
        .where(eb => isRead(eb.ref('avatar_key'))),
    )
    .$castTo<HistoryRow>()
    .execute()
}

const zero = raw<number>`0`

function noBytes(engine: Engine) {
  return engine === 'sqlite' ? raw<Uint8Array | null>`null` : raw<Uint8Array | null>`null::bytea`
}

function merged(rows: readonly HistoryRow[]): StoredHistory[] {
  const packed = new Map<number, Uint8Array | null>()
  const days = new Map<number, ActiveDay[]>()
  for (const row of rows) {
    const key = row.avatar_key
    if (row.history !== null) packed.set(key, row.history)
    else {
      if (!packed.has(key)) packed.set(key, null)
      const own = days.get(key) ?? []
      days.set(key, own)
      own.push({ day: row.day, counts: countsOf(row) })
    }
  }
  return Array.from(packed, ([key, history]) => {
    const own = (days.get(key) ?? []).sort((a, b) => a.day - b.day)
    return { key, history: mergeDays(history, own, SPARE_DAYS) }
  })
}

async function countsOn(
  sql: Sql,
  day: number,
  keys: readonly number[],
): Promise<{ key: number; counts: readonly number[] }[]> {
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
