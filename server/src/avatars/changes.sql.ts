import type { Transaction } from 'kysely'
import type { BulkStatement, SqlAccess } from '../kernel/database.ts'
import type { Change, ChangeKind } from './store.ts'
import type { CatalogTables } from './tables.sql.ts'

interface ChangeRow {
  kind: ChangeKind
  avatar_key: number
  at_ms: number
}

/** Last seq that pruning took out of the log. */
const PRUNED_TO = 'changes_pruned_to'
/** Rows deleted in one transaction. */
const PRUNE_STEP = 5000

/** The numbered log of every visible change. */
export class ChangeLog {
  readonly #sql: SqlAccess<CatalogTables>
  readonly #insert: BulkStatement<CatalogTables, ChangeRow, never>

  constructor(sql: SqlAccess<CatalogTables>) {
    this.#sql = sql
    this.#insert = sql.bulk<ChangeRow>(['kind', 'avatar_key', 'at_ms'], (tx, rows) =>
      tx.insertInto('changes').values(rows),
    )
  }

  /**
   * Appends to the log; the last thing that a transaction does. Numbers are drawn one transaction at a time: the
   * lock is held until the commit is visible, so whoever sees number n sees every smaller one that will ever be.
   * It is taken last so that nobody who holds it waits for a row.
   */
  async append(tx: Transaction<CatalogTables>, changes: readonly ChangeRow[]): Promise<void> {
    if (changes.length === 0) return
    await this.#sql.dialect.lock(tx, 'change-log')
    await this.#insert.run(tx, changes)
  }

  /** As `append`, of one avatar that the catalog does not hold. */
  async appendUnheld(
    tx: Transaction<CatalogTables>,
    { id, kind, atMs }: { id: string; kind: 'blocked' | 'unblocked'; atMs: number },
  ): Promise<void> {
    await this.#sql.dialect.lock(tx, 'change-log')
    await tx.insertInto('changes').values({ kind, avatar_key: 0, at_ms: atMs, unheld_id: id }).execute()
  }

  async after(seq: number, limit: number): Promise<Change[]> {
    const rows = await this.#sql.reader
      .selectFrom('changes')
      .select(['seq', 'kind', 'avatar_key', 'at_ms', 'unheld_id'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(row => ({
      seq: row.seq,
      kind: row.kind as ChangeKind,
      key: row.avatar_key,
      atMs: row.at_ms,
      ...(row.unheld_id && { unheldId: row.unheld_id }),
    }))
  }

  async bounds(): Promise<{ firstSeq: number; lastSeq: number }> {
    const { pruned_to, last } = await this.#sql.reader
      .selectNoFrom(eb => [
        eb.selectFrom('meta').select('meta.value').where('meta.name', '=', PRUNED_TO).as('pruned_to'),
        eb
          .selectFrom('changes')
          .select(({ fn }) => fn.max('seq').as('seq'))
          .as('last'),
      ])
      .executeTakeFirstOrThrow()
    return { firstSeq: pruned_to === null ? 0 : Number(pruned_to) + 1, lastSeq: last ?? 0 }
  }

  /**
   * Takes changes made before `olderThanMs` out of the log, but never the newest: who has seen less than the log
   * once held must notice.
   * @returns how many were taken out.
   */
  async prune(olderThanMs: number): Promise<number> {
    let pruned = 0
    for (;;) {
      const step = await this.#pruneStep(olderThanMs)
      pruned += step
      if (step < PRUNE_STEP) return pruned
    }
  }

  async #pruneStep(olderThanMs: number): Promise<number> {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'change-log')
      const oldest = await tx
        .selectFrom('changes')
        .select(['seq', 'at_ms'])
        .orderBy('seq')
        .limit(PRUNE_STEP + 1)
        .execute()
      const young = oldest.findIndex(({ at_ms }) => at_ms >= olderThanMs)
      const old = oldest.slice(0, young === -1 ? -1 : young)
      const last = old.at(-1)
      if (last === undefined) return 0
      await tx.deleteFrom('changes').where('seq', '<=', last.seq).execute()
      await tx
        .insertInto('meta')
        .values({ name: PRUNED_TO, value: String(last.seq) })
        .onConflict(oc => oc.column('name').doUpdateSet(eb => ({ value: eb.ref('excluded.value') })))
        .execute()
      return old.length
    })
  }
}
