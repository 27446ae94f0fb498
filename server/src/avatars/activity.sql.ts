import { COUNTERS } from '@avatary/contract/insights'
import type { Transaction } from 'kysely'
import { packAscending, unpackAscending } from '../kernel/ascending.ts'
import type { Database } from '../kernel/database.ts'
import { NumberedLog } from './numbered-log.sql.ts'
import type { AvatarDayTable, CatalogTables } from './tables.sql.ts'

/** A row of the activity log. Numbers only grow: a reader who has seen `seq` n has missed no row up to n. */
export interface Activity {
  seq: number
  /** The UTC day on which the counts of the avatars in `keys` changed; `keys` are `CatalogRecord.key`s. */
  day: number
  keys: readonly number[]
  atMs: number
}

/** The counts that a transaction added on one day, and the row of the activity log that names their avatars. */
export interface WrittenDay extends Pick<Activity, 'seq' | 'day' | 'atMs'> {
  /** One number per counter for each avatar of the row, in the orders of the row and of `COUNTERS`. */
  counts: Float64Array
}

/** The numbered log of which avatars had counts change on which day. */
export class ActivityLog extends NumberedLog {
  readonly #rowAt = this.sql.compiledRead((reader, seq: number) =>
    reader.selectFrom('activity_log').select(['day', 'at_ms']).where('seq', '=', seq),
  )

  constructor(deps: { db: Database }) {
    super(deps, {
      table: 'activity_log',
      lock: 'histories',
      deletedToKey: 'activity_pruned_to',
      rowsPerStep: 1000,
    })
  }

  /** Appends one row per day. It takes the lock of the change log, so rows are numbered in commit order. */
  async append(
    tx: Transaction<CatalogTables>,
    days: readonly AvatarDayTable[],
    nowMs: number,
  ): Promise<WrittenDay[]> {
    if (days.length === 0) return []
    await this.sql.dialect.lock(tx, 'change-log')
    const rowsByDay = Map.groupBy(days, ({ day }) => day)
    const rows = Array.from(rowsByDay, ([day, rows]) => ({
      day,
      avatar_keys: packAscending(rows.map(({ avatar_key }) => avatar_key)),
      at_ms: nowMs,
    }))
    const writtenRows = await tx.insertInto('activity_log').values(rows).returning(['seq', 'day']).execute()
    return writtenRows.map(({ seq, day }) => ({
      seq,
      day,
      atMs: nowMs,
      counts: flatCounts(rowsByDay.get(day)!),
    }))
  }

  /** The day and the time of a row; null when the log does not have it. */
  async rowAt(seq: number): Promise<Pick<Activity, 'day' | 'atMs'> | null> {
    const [row] = await this.#rowAt(seq)
    return row === undefined ? null : { day: row.day, atMs: row.at_ms }
  }

  /** Activity with seq > `after`, ascending, at most `limit`. */
  async after(after: number, limit: number): Promise<Activity[]> {
    const rows = await this.sql.reader
      .selectFrom('activity_log')
      .select(['seq', 'day', 'avatar_keys', 'at_ms'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(({ seq, day, avatar_keys, at_ms }) => ({
      seq,
      day,
      keys: unpackAscending(avatar_keys),
      atMs: at_ms,
    }))
  }
}

function flatCounts(rows: readonly AvatarDayTable[]): Float64Array {
  const counts = new Float64Array(rows.length * COUNTERS.length)
  let end = 0
  for (const row of rows) for (const counter of COUNTERS) counts[end++] = row[counter]
  return counts
}
