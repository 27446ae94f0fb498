import { recordOf } from '@avatary/contract/records'
import type { Transaction } from 'kysely'
import type { SqlDialect } from '../kernel/database.ts'
import { getOrInsert } from '../kernel/get-or-insert.ts'
import { Store } from '../kernel/store.ts'
import { ActivityLog, type WrittenDay } from './activity.sql.ts'
import { ChangeLog } from './changes.sql.ts'
import type { CounterDelta } from './store.ts'
import {
  type AvatarDayTable,
  type CatalogTables,
  type CounterTable,
  DAY_COUNTERS,
  type DayCounts,
  type SiteDayTable,
} from './tables.sql.ts'

const NO_COUNTS: DayCounts = recordOf(DAY_COUNTERS, () => 0)
const OTHER_COUNTERS = DAY_COUNTERS.filter(counter => counter !== 'impressions')
const LIFETIME_COLUMNS = ['avatar_key', 'views', 'likes'] as const

export class CounterStore extends Store<CatalogTables> {
  readonly #log = new ChangeLog(this.deps)
  readonly #activity = new ActivityLog(this.deps)
  readonly #addToDays = this.sql.upsert<AvatarDayTable>('avatar_days', {
    key: ['day', 'avatar_key'],
    add: DAY_COUNTERS,
  })
  readonly #addImpressions = this.sql.upsert<AvatarDayTable>('avatar_days', {
    key: ['day', 'avatar_key'],
    add: ['impressions'],
    zero: OTHER_COUNTERS,
  })
  readonly #addToSite = this.sql.upsert<SiteDayTable>('site_days', { key: ['day'], add: DAY_COUNTERS })
  readonly #startLifetime = this.sql.bulk<CounterTable>(LIFETIME_COLUMNS, (tx, rows) =>
    tx
      .insertInto('avatar_counters')
      .values(rows)
      .onConflict(oc => oc.column('avatar_key').doNothing()),
  )
  readonly #addToLifetime = this.sql.bulk<CounterTable>(LIFETIME_COLUMNS, (tx, rows) =>
    tx
      .insertInto('avatar_counters')
      .values(rows)
      .onConflict(oc =>
        oc.column('avatar_key').doUpdateSet(eb => ({
          views: this.sql.dialect.greatest(
            eb.lit(0),
            eb('avatar_counters.views', '+', eb.ref('excluded.views')),
          ),
          likes: this.sql.dialect.greatest(
            eb.lit(0),
            eb('avatar_counters.likes', '+', eb.ref('excluded.likes')),
          ),
        })),
      ),
  )

  async saveWithin(
    tx: Transaction<CatalogTables>,
    deltas: readonly CounterDelta[],
    nowMs: number,
  ): Promise<WrittenDay[]> {
    const days = dayRows(deltas)
    const changedRows = lifetimeRows(deltas)
    // Most transactions have nothing else, and adding 0 to other counters takes time, too.
    if (days.every(hasOnlyImpressions)) await this.#addImpressions.run(tx, days)
    else await this.#addToDays.run(tx, days)
    await this.#startLifetime.run(tx, changedRows.filter(isLowering).map(startAtZero))
    await this.#addToLifetime.run(tx, changedRows)
    await this.#addToSite.run(tx, siteRows(days))
    await this.#log.append(
      tx,
      changedRows.map(({ avatar_key }) => ({ kind: 'counts', avatar_key, at_ms: nowMs })),
    )
    return await this.#activity.append(tx, days, nowMs)
  }
}

/**
 * Deletes the counts of the avatars on one day and returns them, inside the caller's transaction. A count that another
 * process adds at the same time is either returned or stays in the table.
 */
export async function takeDays(
  tx: Transaction<CatalogTables>,
  dialect: SqlDialect,
  { day, keys }: { day: number; keys: readonly number[] },
): Promise<AvatarDayTable[]> {
  return await tx
    .deleteFrom('avatar_days')
    .where('day', '=', day)
    .where(eb => dialect.isIn(eb.ref('avatar_key'), keys))
    .returningAll()
    .execute()
}

/** One row per day and avatar, sorted in the order in which every writer locks them. */
function dayRows(deltas: readonly CounterDelta[]): AvatarDayTable[] {
  const days = new Map<number, Map<number, AvatarDayTable>>()
  for (const delta of deltas) {
    const rows = getOrInsert(days, delta.day, () => new Map<number, AvatarDayTable>())
    const row = getOrInsert(rows, delta.key, () => ({ day: delta.day, avatar_key: delta.key, ...NO_COUNTS }))
    for (const counter of DAY_COUNTERS) row[counter] += delta[counter] ?? 0
  }
  return [...days.values()]
    .flatMap(rows => [...rows.values()])
    .sort((a, b) => a.day - b.day || a.avatar_key - b.avatar_key)
}

function hasOnlyImpressions(row: AvatarDayTable): boolean {
  return OTHER_COUNTERS.every(counter => row[counter] === 0)
}

/** The totals of each day over all avatars. */
function siteRows(days: readonly AvatarDayTable[]): SiteDayTable[] {
  const sums = new Map<number, SiteDayTable>()
  for (const row of days) {
    const sum = getOrInsert(sums, row.day, () => ({ day: row.day, ...NO_COUNTS }))
    for (const counter of DAY_COUNTERS) sum[counter] += row[counter]
  }
  return [...sums.values()].sort((a, b) => a.day - b.day)
}

/** One row per avatar whose views or likes changed; answers show no other counter. */
function lifetimeRows(deltas: readonly CounterDelta[]): CounterTable[] {
  const rows = new Map<number, CounterTable>()
  for (const { key, views = 0, likes = 0 } of deltas) {
    if (views === 0 && likes === 0) continue
    const row = getOrInsert(rows, key, () => startAtZero({ avatar_key: key }))
    row.views += views
    row.likes += likes
  }
  return [...rows.values()]
    .filter(({ views, likes }) => views !== 0 || likes !== 0)
    .sort((a, b) => a.avatar_key - b.avatar_key)
}

/** An upsert would insert a negative delta as the value, so the row must already exist, at zero. */
function isLowering({ views, likes }: CounterTable): boolean {
  return views < 0 || likes < 0
}

function startAtZero({ avatar_key }: Pick<CounterTable, 'avatar_key'>): CounterTable {
  return { avatar_key, views: 0, likes: 0 }
}
