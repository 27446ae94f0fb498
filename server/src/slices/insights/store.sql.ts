import { COUNTERS, type Counter } from '@avatary/contract/insights'
import { type Activity, ActivityLog } from '../../avatars/index.ts'
import type { LogPosition } from '../../kernel/log-position.ts'
import { Store } from '../../kernel/store.ts'
import { type ActiveDay, type Counts, countsOf } from './counts.ts'
import { EarlierStore } from './earlier.sql.ts'
import type { InsightsTables } from './tables.sql.ts'

/** The counts of all avatars on a day. */
export interface CountedDay {
  day: number
  /** Ascending. */
  keys: number[]
  /** One list per counter, in the order of `keys`. */
  counts: number[][]
}

/** A position in the activity log, whose rows are identified by their day and time. */
export type ActivityPosition = LogPosition<Pick<Activity, 'day' | 'atMs'>>

/** The statements that load histories into memory. */
export interface InsightsReader extends Pick<InsightsStore, 'readDays' | 'countsOn' | 'siteDays'> {
  readonly activity: Pick<ActivityLog, 'bounds' | 'rowAt' | 'after'>
  readonly earlier: Pick<EarlierStore, 'readAll' | 'sumsOf'>
}

/** Reading so many rows takes a few milliseconds of the event loop. */
const ROWS_PER_READ = 8000

/** The counts of avatars by day, their earlier sums, and the activity log. */
export class InsightsStore extends Store<InsightsTables> {
  readonly activity = new ActivityLog(this.deps)
  readonly earlier = new EarlierStore(this.deps)

  /** Reads the counts of `firstDay` and all later days, day by day, `limit` avatars at a time. */
  async *readDays(firstDay: number, limit = ROWS_PER_READ): AsyncGenerator<CountedDay> {
    for (let day = await this.#dayFrom(firstDay); day !== null; day = await this.#dayFrom(day + 1)) {
      const countedDay: CountedDay = { day, keys: [], counts: COUNTERS.map(() => []) }
      for (let readCount = limit; readCount === limit; ) {
        const { keys, counts } = await this.#readDay(day, countedDay.keys.at(-1) ?? 0, limit)
        for (const key of keys) countedDay.keys.push(key)
        for (const [counter, column] of counts.entries())
          for (const count of column) countedDay.counts[counter]!.push(count)
        readCount = keys.length
      }
      yield countedDay
    }
  }

  async #dayFrom(firstDay: number): Promise<number | null> {
    const { day } = await this.sql.scanner
      .selectFrom('avatar_days')
      .select(({ fn }) => fn.min<number | null>('day').as('day'))
      .where('day', '>=', firstDay)
      .executeTakeFirstOrThrow()
    return day
  }

  /** Reads one list per column; rows as objects would cost six times as much. */
  async #readDay(day: number, afterKey: number, limit: number): Promise<Omit<CountedDay, 'day'>> {
    const { scanner, dialect } = this.sql
    const lists = await scanner
      .selectFrom(
        scanner
          .selectFrom('avatar_days')
          .select(['avatar_key', ...COUNTERS])
          .where('day', '=', day)
          .where('avatar_key', '>', afterKey)
          .orderBy('avatar_key')
          .limit(limit)
          .as('read'),
      )
      .select(({ ref }) => ['avatar_key' as const, ...COUNTERS].map(name => dialect.list(ref(name)).as(name)))
      .executeTakeFirstOrThrow()
    const numbersOf = (name: 'avatar_key' | Counter) => JSON.parse(lists[name]) as number[]
    return { keys: numbersOf('avatar_key'), counts: COUNTERS.map(numbersOf) }
  }

  /** Reads the counts of some avatars on a day; avatars without any are omitted. */
  async countsOn(day: number, keys: readonly number[]): Promise<{ key: number; counts: Counts }[]> {
    const rows = await this.sql.reader
      .selectFrom('avatar_days')
      .select(['avatar_key', ...COUNTERS])
      .where('day', '=', day)
      .where(eb => this.sql.dialect.isIn(eb.ref('avatar_key'), keys))
      .execute()
    return rows.map(row => ({ key: row.avatar_key, counts: countsOf(row) }))
  }

  /** Reads the sums over all avatars for the days `from` to `to`, ascending; days without any are omitted. */
  async siteDays(from: number, to: number): Promise<ActiveDay[]> {
    const rows = await this.sql.reader
      .selectFrom('site_days')
      .selectAll()
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day')
      .execute()
    return rows.map(row => ({ day: row.day, counts: countsOf(row) }))
  }
}
