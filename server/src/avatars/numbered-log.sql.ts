import type { Transaction } from 'kysely'
import type { Database, LockName } from '../kernel/database.ts'
import { Store } from '../kernel/store.ts'
import type { CatalogTables } from './tables.sql.ts'

interface LogOptions {
  table: 'changes' | 'activity_log'
  lock: LockName
  /** The key in `meta` that holds the highest deleted seq. */
  deletedToKey: string
  /** Maximum number of rows deleted in one transaction. */
  rowsPerStep: number
}

/** A log whose rows are numbered in commit order, and whose old rows are deleted. */
export class NumberedLog extends Store<CatalogTables> {
  readonly #options: LogOptions
  readonly #bounds = this.sql.compiledRead((reader, deletedToKey: string) =>
    reader.selectNoFrom(eb => [
      eb.selectFrom('meta').select('meta.value').where('meta.name', '=', deletedToKey).as('pruned_to'),
      eb
        .selectFrom(this.#options.table)
        .select(({ fn }) => fn.max<number | null>('seq').as('seq'))
        .as('last'),
    ]),
  )

  constructor(deps: { db: Database }, options: LogOptions) {
    super(deps)
    this.#options = options
  }

  /** The first seq still in the log (0 when none was ever deleted), and the last one given out (0 when none was). */
  async bounds(): Promise<{ firstSeq: number; lastSeq: number }> {
    const [row] = await this.#bounds(this.#options.deletedToKey)
    const { pruned_to, last } = row!
    return { firstSeq: pruned_to === null ? 0 : Number(pruned_to) + 1, lastSeq: last ?? 0 }
  }

  /**
   * Deletes rows made before `olderThanMs`, but never the newest one, so that a reader who fell behind can notice it.
   * @returns the number of deleted rows.
   */
  async deleteBefore(olderThanMs: number): Promise<number> {
    const { table, lock, deletedToKey, rowsPerStep } = this.#options
    return await this.sql.deleteInSteps(rowsPerStep, async tx => {
      await this.sql.dialect.lock(tx, lock)
      const oldestRows = await tx
        .selectFrom(table)
        .select(['seq', 'at_ms'])
        .orderBy('seq')
        .limit(rowsPerStep + 1)
        .execute()
      const oldRows = rowsOlderThan(olderThanMs, oldestRows)
      const lastRow = oldRows.at(-1)
      if (lastRow === undefined) return 0
      await tx.deleteFrom(table).where('seq', '<=', lastRow.seq).execute()
      await noteDeleted(tx, deletedToKey, lastRow.seq)
      return oldRows.length
    })
  }
}

/** The rows before the first one that is young enough, without the last row, which may be the newest of the log. */
export function rowsOlderThan<Row extends { at_ms: number }>(ms: number, rows: readonly Row[]): Row[] {
  const firstYoungIndex = rows.findIndex(({ at_ms }) => at_ms >= ms)
  return rows.slice(0, firstYoungIndex === -1 ? -1 : firstYoungIndex)
}

/** Records in `meta`, under a key, the seq up to which rows were deleted. */
export async function noteDeleted(tx: Transaction<CatalogTables>, name: string, seq: number): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ name, value: String(seq) })
    .onConflict(oc => oc.column('name').doUpdateSet(eb => ({ value: eb.ref('excluded.value') })))
    .execute()
}
