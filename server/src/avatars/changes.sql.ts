import type { Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Database } from '../kernel/database.ts'
import { NumberedLog, noteDeleted, rowsOlderThan } from './numbered-log.sql.ts'
import type { Change, ChangeKind } from './store.ts'
import type { CatalogTables } from './tables.sql.ts'

interface ChangeRow {
  kind: ChangeKind
  avatar_key: number
  at_ms: number
}

/** The key in `meta` that holds the highest seq up to which counter changes were deleted. */
const COUNTS_DELETED_TO_KEY = 'counts_pruned_to'
/** Maximum number of changes deleted in a transaction. */
const CHANGES_PER_STEP = 2000

/** The numbered log of every visible change. */
export class ChangeLog extends NumberedLog {
  readonly #insert = this.sql.bulk<ChangeRow>(['kind', 'avatar_key', 'at_ms'], (tx, rows) =>
    tx.insertInto('changes').values(rows),
  )

  readonly #after = this.sql.compiledRead((reader, seq: number, limit: number) =>
    reader
      .selectFrom('changes')
      .select(['seq', 'kind', 'avatar_key', 'at_ms', 'unknown_id'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit),
  )

  constructor(deps: { db: Database }) {
    super(deps, {
      table: 'changes',
      lock: 'change-log',
      deletedToKey: 'changes_pruned_to',
      rowsPerStep: 5000,
    })
  }

  /**
   * Appends to the log. Call it last in a transaction: the lock is held until the commit, so numbers follow commit
   * order and a reader who sees number n sees every smaller one. Taken last, its holder never waits for a row lock.
   */
  async append(tx: Transaction<CatalogTables>, changes: readonly ChangeRow[]): Promise<void> {
    if (changes.length === 0) return
    await this.sql.dialect.lock(tx, 'change-log')
    await this.#insert.run(tx, changes)
  }

  /** Appends a change of an avatar that the catalog does not hold. */
  async appendUnknown(
    tx: Transaction<CatalogTables>,
    { id, kind, atMs }: { id: string; kind: 'blocked' | 'unblocked'; atMs: number },
  ): Promise<void> {
    await this.sql.dialect.lock(tx, 'change-log')
    await tx.insertInto('changes').values({ kind, avatar_key: 0, at_ms: atMs, unknown_id: id }).execute()
  }

  /** Counter changes up to this seq may be missing from the log; 0 when none was deleted. */
  async countsDeletedTo(): Promise<number> {
    return await readCountsDeletedTo(this.sql.reader)
  }

  /**
   * Deletes counter changes made before `olderThanMs`, but never the newest change. They are kept for a much shorter
   * time than other changes, because a reader who missed some can read all counters instead.
   */
  async deleteCounterChanges(olderThanMs: number): Promise<void> {
    await this.sql.deleteInSteps(CHANGES_PER_STEP, async tx => {
      await this.sql.dialect.lock(tx, 'change-log')
      const firstSeq = await readCountsDeletedTo(tx)
      const oldestRows = await tx
        .selectFrom('changes')
        .select(['seq', 'at_ms'])
        .where('seq', '>', firstSeq)
        .orderBy('seq')
        .limit(CHANGES_PER_STEP + 1)
        .execute()
      const oldRows = rowsOlderThan(olderThanMs, oldestRows)
      const lastRow = oldRows.at(-1)
      if (lastRow === undefined) return 0
      await tx
        .deleteFrom('changes')
        .where('seq', '>', firstSeq)
        .where('seq', '<=', lastRow.seq)
        .where('kind', '=', 'counts')
        .execute()
      await noteDeleted(tx, COUNTS_DELETED_TO_KEY, lastRow.seq)
      return oldRows.length
    })
  }

  /** At most `limit` changes with a greater seq, in ascending order. */
  async after(seq: number, limit: number): Promise<Change[]> {
    const rows = await this.#after(seq, limit)
    return rows.map(row => ({
      seq: row.seq,
      kind: row.kind as ChangeKind,
      key: row.avatar_key,
      atMs: row.at_ms,
      ...(row.unknown_id && { unknownId: row.unknown_id }),
    }))
  }
}

async function readCountsDeletedTo(
  db: Pick<Transaction<CatalogTables>, 'selectFrom'> | ReadonlyKysely<CatalogTables>,
): Promise<number> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', COUNTS_DELETED_TO_KEY)
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}
