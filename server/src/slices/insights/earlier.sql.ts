import { COUNTERS } from '@avatary/contract/insights'
import { type Expression, sql as raw, type SqlBool, type Transaction } from 'kysely'
import { type AvatarDayTable, takeDays } from '../../avatars/index.ts'
import type { SqlAccess } from '../../kernel/database.ts'
import { Store } from '../../kernel/store.ts'
import { addEarlier, byCounter, countsOf, type EarlierCounts, isZero } from './counts.ts'
import type { AvatarEarlierTable, InsightsTables } from './tables.sql.ts'

export interface AvatarEarlierCounts extends EarlierCounts {
  key: number
}

type Sql = SqlAccess<InsightsTables>
type Tx = Transaction<InsightsTables>

/** Maximum number of rows moved in one transaction, which takes some ten milliseconds. */
const MAX_ROWS_PER_STEP = 2000
const KEYS_PER_READ = 2000

const SUM_COLUMNS = ['active_days', 'first_day', 'last_day', ...COUNTERS] as const
const COLUMNS = ['avatar_key', ...SUM_COLUMNS] as const

/**
 * Sums, one row per avatar, over the days that no window reaches. A row is moved from `avatar_days` to its sum in one
 * transaction, so steps may be interrupted or repeated, and late counts of an old day are added in a later step. A lock
 * serialises the processes, because each replaces rows that it has read.
 */
export class EarlierStore extends Store<InsightsTables> {
  readonly #put = this.sql.upsert<AvatarEarlierTable>('avatar_earlier', {
    key: ['avatar_key'],
    replace: SUM_COLUMNS,
  })

  /** Moves some rows before `day` into the sums of their avatars. @returns their number; 0 when none is left. */
  async rollUpBefore(day: number): Promise<number> {
    return await this.transactLocked('histories', async tx => {
      const takenRows = await this.#takeOldest(tx, day)
      const days = takenRows
        .filter(row => !isZero(countsOf(row)))
        .map(row => ({ ...row, active_days: 1, first_day: row.day, last_day: row.day }))
      const keys = takenRows.map(({ avatar_key }) => avatar_key)
      const sumsBefore = await tx
        .selectFrom('avatar_earlier')
        .select(COLUMNS)
        .where(eb => this.sql.dialect.isIn(eb.ref('avatar_key'), keys))
        .execute()
      await this.#put.run(tx, summedByAvatar(sumsBefore.concat(days)).map(rowOf))
      return takenRows.length
    })
  }

  /** Reads the sums before `day` of all avatars in batches by key; each batch is read at one moment. */
  async *readAll(day: number): AsyncGenerator<AvatarEarlierCounts[]> {
    const { scanner } = this.sql
    const { last: lastKey } = await scanner
      .selectFrom('avatars')
      .select(({ fn }) => fn.max<number | null>('key').as('last'))
      .executeTakeFirstOrThrow()
    for (let firstKey = 1; firstKey <= (lastKey ?? 0); firstKey += KEYS_PER_READ)
      yield await this.#read(
        scanner,
        day,
        key => raw<SqlBool>`${key} between ${firstKey} and ${firstKey + KEYS_PER_READ - 1}`,
      )
  }

  /** Reads the sums before `day` of some avatars; avatars without any are omitted. */
  async sumsOf(day: number, keys: readonly number[]): Promise<AvatarEarlierCounts[]> {
    return await this.#read(this.sql.reader, day, key => this.sql.dialect.isIn(key, keys))
  }

  /** A single statement, so that a concurrent roll-up neither hides a row nor counts it twice. */
  async #read(
    reader: Sql['reader'],
    beforeDay: number,
    whereKey: (key: Expression<number>) => Expression<SqlBool>,
  ): Promise<AvatarEarlierCounts[]> {
    const { dialect } = this.sql
    const days = await this.#daysBefore(reader, beforeDay)
    const rows = await reader
      .selectFrom('avatar_earlier')
      .select(COLUMNS)
      .where(eb => whereKey(eb.ref('avatar_key')))
      .unionAll(
        reader
          .selectFrom('avatar_days')
          .select(['avatar_key', raw<number>`1`.as('active_days'), 'day as first_day', 'day as last_day'])
          .select(COUNTERS)
          .where(eb => dialect.isIn(eb.ref('day'), days))
          .where(eb => whereKey(eb.ref('avatar_key')))
          .where(eb => eb.or(COUNTERS.map(counter => eb(counter, '<>', 0)))),
      )
      .execute()
    return summedByAvatar(rows)
  }

  async #takeOldest(tx: Tx, beforeDay: number): Promise<AvatarDayTable[]> {
    const [oldestDay] = await this.#daysBefore(tx, beforeDay)
    if (oldestDay === undefined) return []
    const rows = await tx
      .selectFrom('avatar_days')
      .select('avatar_key')
      .where('day', '=', oldestDay)
      .orderBy('avatar_key')
      .limit(MAX_ROWS_PER_STEP)
      .execute()
    const keys = rows.map(({ avatar_key }) => avatar_key)
    return await takeDays(tx, this.sql.dialect, { day: oldestDay, keys })
  }

  /** Lists the days from the oldest row to the day before `beforeDay`; few, if roll-ups run in time. */
  async #daysBefore(db: { selectFrom: Sql['reader']['selectFrom'] }, beforeDay: number): Promise<number[]> {
    const { oldest: oldestDay } = await db
      .selectFrom('avatar_days')
      .select(({ fn }) => fn.min<number | null>('day').as('oldest'))
      .executeTakeFirstOrThrow()
    return Array.from({ length: Math.max(0, beforeDay - (oldestDay ?? beforeDay)) }, (_, i) => oldestDay! + i)
  }
}

function summedByAvatar(rows: readonly AvatarEarlierTable[]): AvatarEarlierCounts[] {
  const sums = new Map<number, AvatarEarlierCounts>()
  for (const row of rows) {
    const { avatar_key: key, active_days: activeDays, first_day: firstDay, last_day: lastDay } = row
    const rowSum = { key, activeDays, firstDay, lastDay, counts: countsOf(row) }
    const sumBefore = sums.get(key)
    sums.set(key, sumBefore === undefined ? rowSum : { key, ...addEarlier(sumBefore, rowSum) })
  }
  return [...sums.values()]
}

function rowOf({ key, activeDays, firstDay, lastDay, counts }: AvatarEarlierCounts): AvatarEarlierTable {
  return {
    avatar_key: key,
    active_days: activeDays,
    first_day: firstDay,
    last_day: lastDay,
    ...byCounter(counts),
  }
}
