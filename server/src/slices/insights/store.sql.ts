import { COUNTERS } from '@avatary/contract/insights'
import { type Activity, ActivityLog, type CatalogTables } from '../../avatars/index.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { type ActiveDay, type Counts, countsOf } from './counts.ts'
import { type AvatarEarlier, EarlierStore } from './earlier.sql.ts'
import type { InsightsTables } from './tables.sql.ts'

interface AvatarDay extends ActiveDay {
  key: number
}

/** The statements that fill the memory of insights. */
export type InsightsReader = Omit<InsightsStore, 'rollUpBefore' | 'pruneActivity'>

const ROWS_READ = 2000

/** The counts of avatars by day, their sums before, and the activity log. */
export class InsightsStore {
  readonly #sql: SqlAccess<InsightsTables>
  readonly #activity: ActivityLog
  readonly #earlier: EarlierStore

  constructor({ db }: { db: Database }) {
    this.#sql = db.tables<InsightsTables>()
    this.#activity = new ActivityLog(db.tables<CatalogTables>())
    this.#earlier = new EarlierStore(this.#sql)
  }

  /** Reads the first seq in the log (0 when nothing was pruned) and the last one given (0 when none). */
  async activityBounds(): Promise<{ firstSeq: number; lastSeq: number }> {
    return await this.#activity.bounds()
  }

  /** Reads activity with seq > `after`, ascending, at most `limit`. */
  async activityAfter(after: number, limit: number): Promise<Activity[]> {
    return await this.#activity.after(after, limit)
  }

  /** Reads the counts of `firstDay` and all days after it, by day and key, in batches of a few thousand. */
  async *readDays(firstDay: number): AsyncGenerator<AvatarDay[]> {
    let last = { day: firstDay, key: 0 }
    for (;;) {
      const rows = await this.#sql.scanner
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

  /** Reads the sums before `day` of every avatar in batches by key, each batch at one moment. */
  readEarlier(day: number): AsyncIterable<AvatarEarlier[]> {
    return this.#earlier.readAll(day)
  }

  /** Reads the sums before `day` of some avatars; those without any are left out. */
  async earlierOf(day: number, keys: readonly number[]): Promise<AvatarEarlier[]> {
    return await this.#earlier.of(day, keys)
  }

  /** Reads the counts of some avatars on a day; those without any are left out. */
  async countsOn(day: number, keys: readonly number[]): Promise<{ key: number; counts: Counts }[]> {
    const rows = await this.#sql.reader
      .selectFrom('avatar_days')
      .select(['avatar_key', ...COUNTERS])
      .where('day', '=', day)
      .where(eb => this.#sql.dialect.isIn(eb.ref('avatar_key'), keys))
      .execute()
    return rows.map(row => ({ key: row.avatar_key, counts: countsOf(row) }))
  }

  /** Reads the sums over all avatars by day, `from` to `to`, ascending; days without any are left out. */
  async siteDays(from: number, to: number): Promise<ActiveDay[]> {
    const rows = await this.#sql.reader
      .selectFrom('site_days')
      .selectAll()
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day')
      .execute()
    return rows.map(row => ({ day: row.day, counts: countsOf(row) }))
  }

  /** Moves some rows before `day` into the sums of their avatars. @returns their number, 0 when none is left. */
  async rollUpBefore(day: number): Promise<number> {
    return await this.#earlier.rollUpBefore(day)
  }

  /** Deletes activity before `olderThanMs` but the newest row. @returns the number of rows. */
  async pruneActivity(olderThanMs: number): Promise<number> {
    return await this.#activity.prune(olderThanMs)
  }
}
