import type { SqlAccess } from '../../kernel/database.ts'
import type { InsightsTables } from './tables.sql.ts'

/** Last seq that pruning took out of the log. */
const PRUNED_TO = 'activity_pruned_to'
/** Rows looked at in one transaction. */
const PRUNE_STEP = 1000

/** The ends of the log of activity. */
export class ActivityPruning {
  readonly #sql: SqlAccess<InsightsTables>

  constructor(sql: SqlAccess<InsightsTables>) {
    this.#sql = sql
  }

  async bounds(): Promise<{ firstSeq: number; lastSeq: number }> {
    const { pruned_to, last } = await this.#sql.reader
      .selectNoFrom(eb => [
        eb.selectFrom('meta').select('meta.value').where('meta.name', '=', PRUNED_TO).as('pruned_to'),
        eb
          .selectFrom('activity_log')
          .select(({ fn }) => fn.max('seq').as('seq'))
          .as('last'),
      ])
      .executeTakeFirstOrThrow()
    return { firstSeq: pruned_to === null ? 0 : Number(pruned_to) + 1, lastSeq: last ?? 0 }
  }

  /** @returns how many rows were taken out. */
  async prune(olderThanMs: number): Promise<number> {
    for (let pruned = 0; ; ) {
      const step = await this.#pruneStep(olderThanMs)
      pruned += step
      if (step < PRUNE_STEP) return pruned
    }
  }

  async #pruneStep(olderThanMs: number): Promise<number> {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'histories')
      const oldest = await tx
        .selectFrom('activity_log')
        .select(['seq', 'at_ms'])
        .orderBy('seq')
        .limit(PRUNE_STEP + 1)
        .execute()
      const young = oldest.findIndex(({ at_ms }) => at_ms >= olderThanMs)
      const old = oldest.slice(0, young === -1 ? -1 : Math.min(young, PRUNE_STEP))
      const last = old.at(-1)
      if (last === undefined) return 0
      await tx.deleteFrom('activity_log').where('seq', '<=', last.seq).execute()
      await tx
        .insertInto('meta')
        .values({ name: PRUNED_TO, value: String(last.seq) })
        .onConflict(oc => oc.column('name').doUpdateSet(eb => ({ value: eb.ref('excluded.value') })))
        .execute()
      return old.length
    })
  }
}
