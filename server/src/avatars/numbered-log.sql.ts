import type { LockName, SqlAccess } from '../kernel/database.ts'
import type { CatalogTables } from './tables.sql.ts'

interface LogOptions {
  table: 'changes' | 'activity_log'
  /** Held while rows are taken out. */
  lock: LockName
  /** Names the last seq that pruning took out of the log. */
  prunedTo: string
  /** Rows taken out in one transaction. */
  pruneStep: number
}

/** A log whose rows are numbered in the order of commits, and whose old rows are taken out. */
export class NumberedLog {
  protected readonly sql: SqlAccess<CatalogTables>
  readonly #options: LogOptions

  constructor(sql: SqlAccess<CatalogTables>, options: LogOptions) {
    this.sql = sql
    this.#options = options
  }

  /** First seq that is still in the log (0 when nothing was ever pruned) and last seq given (0 when none). */
  async bounds(): Promise<{ firstSeq: number; lastSeq: number }> {
    const { table, prunedTo } = this.#options
    const { pruned_to, last } = await this.sql.reader
      .selectNoFrom(eb => [
        eb.selectFrom('meta').select('meta.value').where('meta.name', '=', prunedTo).as('pruned_to'),
        eb
          .selectFrom(table)
          .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
          .as('last'),
      ])
      .executeTakeFirstOrThrow()
    return { firstSeq: pruned_to === null ? 0 : Number(pruned_to) + 1, lastSeq: last ?? 0 }
  }

  /**
   * Takes rows made before `olderThanMs` out of the log, but never the newest: who has seen less than the log once
   * held must notice.
   * @returns how many were taken out.
   */
  async prune(olderThanMs: number): Promise<number> {
    const { table, lock, prunedTo, pruneStep } = this.#options
    return await this.sql.deleteInSteps(pruneStep, async tx => {
      await this.sql.dialect.lock(tx, lock)
      const oldest = await tx
        .selectFrom(table)
        .select(['seq', 'at_ms'])
        .orderBy('seq')
        .limit(pruneStep + 1)
        .execute()
      const young = oldest.findIndex(({ at_ms }) => at_ms >= olderThanMs)
      const old = oldest.slice(0, young === -1 ? -1 : young)
      const last = old.at(-1)
      if (last === undefined) return 0
      await tx.deleteFrom(table).where('seq', '<=', last.seq).execute()
      await tx
        .insertInto('meta')
        .values({ name: prunedTo, value: String(last.seq) })
        .onConflict(oc => oc.column('name').doUpdateSet(eb => ({ value: eb.ref('excluded.value') })))
        .execute()
      return old.length
    })
  }
}
