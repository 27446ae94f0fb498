import type { Transaction } from 'kysely'
import type { AvatarDayTable } from '../../avatars/index.ts'
import type { BulkStatement, SqlAccess } from '../../kernel/database.ts'
import { countsOf } from './counts.ts'
import { mergeDays } from './packed-history.ts'
import type { HistoryTable, InsightsTables } from './tables.sql.ts'

type Tx = Transaction<InsightsTables>

/** Days of avatars packed in one transaction: some ten milliseconds of work. */
const MOST_ROWS = 2000

/**
 * Keeps histories small and quick to load: what was counted on days that have passed becomes part of the one row of
 * its avatar. What is taken out of one table goes into the other in the same transaction, so a step can be cut off or
 * come twice, and days that are written to late are packed late. Steps of several processes come one after the other,
 * because they read rows that they then replace.
 */
export class HistoryPacker {
  readonly #sql: SqlAccess<InsightsTables>
  readonly #put: BulkStatement<InsightsTables, HistoryTable, never>

  constructor(access: SqlAccess<InsightsTables>) {
    this.#sql = access
    this.#put = access.bulk<HistoryTable>(['avatar_key', 'history'], (tx, rows) =>
      tx
        .insertInto('avatar_histories')
        .values(rows)
        .onConflict(oc =>
          oc.column('avatar_key').doUpdateSet(eb => ({ history: eb.ref('excluded.history') })),
        ),
    )
  }

  /** @returns how many rows of days before `day` were packed. */
  async packBefore(day: number): Promise<number> {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'histories')
      const taken = await this.#take(tx, day)
      if (taken.length === 0) return 0
      const rows = Map.groupBy(taken, ({ avatar_key }) => avatar_key)
      const keys = [...rows.keys()].sort((a, b) => a - b)
      const known = await tx
        .selectFrom('avatar_histories')
        .select(['avatar_key', 'history'])
        .where(eb => this.#sql.dialect.isIn(eb.ref('avatar_key'), keys))
        .execute()
      const histories = new Map(known.map(({ avatar_key, history }) => [avatar_key, history]))
      const packed = keys.map(key => {
        const days = rows.get(key)!.map(row => ({ day: row.day, counts: countsOf(row) }))
        days.sort((a, b) => a.day - b.day)
        return { avatar_key: key, history: mergeDays(histories.get(key) ?? null, days) }
      })
      await this.#put.run(tx, packed)
      return taken.length
    })
  }

  /**
   * Deletes what it returns, so that what another process adds meanwhile is either in it or stays. All days of an
   * avatar go at once: after a long pause each history is then written once, not once a day.
   */
  async #take(tx: Tx, before: number): Promise<AvatarDayTable[]> {
    const { isIn } = this.#sql.dialect
    const oldest = await tx
      .selectFrom('avatar_days')
      .select(({ fn }) => fn.min('day').as('day'))
      .executeTakeFirstOrThrow()
    if (oldest.day === null || oldest.day >= before) return []
    const days = Array.from({ length: before - oldest.day }, (_, i) => oldest.day + i)
    const keys = await tx
      .selectFrom('avatar_days')
      .select('avatar_key')
      .where('day', '=', oldest.day)
      .orderBy('avatar_key')
      .limit(Math.max(1, Math.floor(MOST_ROWS / days.length)))
      .execute()
    const taken = keys.map(({ avatar_key }) => avatar_key)
    return await tx
      .deleteFrom('avatar_days')
      .where(eb => isIn(eb.ref('day'), days))
      .where(eb => isIn(eb.ref('avatar_key'), taken))
      .returningAll()
      .execute()
  }
}
