import { COUNTERS } from '@avatary/contract/insights'
import { type Expression, sql as raw, type SqlBool, type Transaction } from 'kysely'
import { type AvatarDayTable, takeDays } from '../../avatars/index.ts'
import type { SqlAccess } from '../../kernel/database.ts'
import { Store } from '../../kernel/store.ts'
import { addEarlier, byCounter, countsOf, type EarlierCounts, isZero } from './counts.ts'
import type { AvatarEarlierTable, InsightsTables } from './tables.sql.ts'

export interface AvatarEarlier extends EarlierCounts {
  key: number
}

type Sql = SqlAccess<InsightsTables>
type Tx = Transaction<InsightsTables>

/** Rows rolled up in one transaction, which takes some ten milliseconds. */
const MAX_ROWS = 2000
const KEYS_PER_READ = 2000

const SUMS = ['active_days', 'first_day', 'last_day', ...COUNTERS] as const
const COLUMNS = ['avatar_key', ...SUMS] as const

/**
 * Sums, one row per avatar, over the days that no window reaches. A row is moved from `avatar_days` to its sum in one
 * transaction, so steps may be interrupted or repeated, and late counts of an old day are added in a later step. A lock
 * serialises the processes, because each replaces rows that it has read.
 */
export class EarlierStore extends Store<InsightsTables> {
  readonly #put = this.sql.upsert<AvatarEarlierTable>('avatar_earlier', {
    key: ['avatar_key'],
    replace: SUMS,
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
  async *readAll(day: number): AsyncGenerator<AvatarEarlier[]> {
    const { scanner } = this.sql
    const { last } = await scanner
      .selectFrom('avatars')
      .select(({ fn }) => fn.max<number | null>('key').as('last'))
      .executeTakeFirstOrThrow()
    for (let first = 1; first <= (last ?? 0); first += KEYS_PER_READ)
      yield await this.#read(
        scanner,
        day,
        key => raw<SqlBool>`${key} between ${first} and ${first + KEYS_PER_READ - 1}`,
      )
  }

  /** Reads the sums before `day` of some avatars; avatars without any are omitted. */
  async of(day: number, keys: readonly number[]): Promise<AvatarEarlier[]> {
    return await this.#read(this.sql.reader, day, key => this.sql.dialect.isIn(key, keys))
  }

  /** A single statement, so that a concurrent roll-up neither hides a row nor counts it twice. */
  async #read(
    reader: Sql['reader'],
    beforeDay: number,
    isRead: (key: Expression<number>) => Expression<SqlBool>,
  ): Promise<AvatarEarlier[]> {
    const { dialect } = this.sql
    const days = await this.#daysBefore(reader, beforeDay)
    const rows = await reader
      .selectFrom('avatar_earlier')
      .select(COLUMNS)
      .where(eb => isRead(eb.ref('avatar_key')))
      .unionAll(
        reader
          .selectFrom('avatar_days')
          .select(['avatar_key', raw<number>`1`.as('active_days'), 'day as first_day', 'day as last_day'])
          .select(COUNTERS)
          .where(eb => dialect.isIn(eb.ref('day'), days))
          .where(eb => isRead(eb.ref('avatar_key')))
          .where(eb => eb.or(COUNTERS.map(counter => eb(counter, '<>', 0)))),
      )
      .execute()
    return summedByAvatar(rows)
  }

  async #takeOldest(tx: Tx, beforeDay: number): Promise<AvatarDayTable[]> {
    const [oldest] = await this.#daysBefore(tx, beforeDay)
    if (oldest === undefined) return []
    const rows = await tx
      .selectFrom('avatar_days')
      .select('avatar_key')
      .where('day', '=', oldest)
      .orderBy('avatar_key')
      .limit(MAX_ROWS)
      .execute()
    const keys = rows.map(({ avatar_key }) => avatar_key)
    return await takeDays(tx, this.sql.dialect, { day: oldest, keys })
  }

  /** Lists the days from the oldest row to the day before `beforeDay`; few, if roll-ups run in time. */
  async #daysBefore(db: { selectFrom: Sql['reader']['selectFrom'] }, beforeDay: number): Promise<number[]> {
    const { oldest } = await db
      .selectFrom('avatar_days')
      .select(({ fn }) => fn.min<number | null>('day').as('oldest'))
      .executeTakeFirstOrThrow()
    return Array.from({ length: Math.max(0, beforeDay - (oldest ?? beforeDay)) }, (_, i) => oldest! + i)
  }
}

function summedByAvatar(rows: readonly AvatarEarlierTable[]): AvatarEarlier[] {
  const sums = new Map<number, AvatarEarlier>()
  for (const row of rows) {
    const { avatar_key: key, active_days: activeDays, first_day: firstDay, last_day: lastDay } = row
    const rowSum = { key, activeDays, firstDay, lastDay, counts: countsOf(row) }
    const sumBefore = sums.get(key)
    sums.set(key, sumBefore === undefined ? rowSum : { key, ...addEarlier(sumBefore, rowSum) })
  }
  return [...sums.values()]
}

function rowOf({ key, activeDays, firstDay, lastDay, counts }: AvatarEarlier): AvatarEarlierTable {
  return {
    avatar_key: key,
    active_days: activeDays,
    first_day: firstDay,
    last_day: lastDay,
    ...byCounter(counts),
  }
}
