import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import { openDatabase, sqlitePathOf } from '../database.ts'
import { type AllTables, type FillDeps, type FilledDatabase, fillInTransaction } from './fill.ts'
import { type ClearOptions, clearPostgres } from './postgres-target.ts'
import { checkBackup } from './read-backup.ts'
import { openSqliteTarget, removeDatabase } from './sqlite-target.ts'

export type RestoreOutcome =
  | ({ readonly kind: 'restored' } & FilledDatabase)
  /** A server or a command has the database open. */
  | { readonly kind: 'in_use' }
  /** The database has rows, or is not one of ours, and replacing was not asked for. */
  | { readonly kind: 'not_empty' }

type RestoreDeps = Omit<FillDeps, 'db'> & ClearOptions

/**
 * Fills the database at an address from a backup, either completely or not at all.
 * @throws BackupError for a backup that is damaged or newer than this program; NewerDatabaseError for such a database.
 */
export async function restoreDatabase(url: string, deps: RestoreDeps): Promise<RestoreOutcome> {
  await checkBackup(deps.file)
  const path = sqlitePathOf(url)
  return path === null ? await restorePostgres(url, deps) : await restoreSqlite(path, deps)
}

async function restorePostgres(url: string, deps: RestoreDeps): Promise<RestoreOutcome> {
  await using db = await openDatabase(url)
  return await inOneTransaction(db, async tx => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await db.tables().dialect.lock(tx, 'migrations')
    const clearOutcome = await clearPostgres(tx, deps)
    if (clearOutcome !== 'cleared') return { kind: clearOutcome }
    return { kind: 'restored', ...(await fillInTransaction(tx, { ...deps, db })) }
  })
}

async function restoreSqlite(path: string, deps: RestoreDeps): Promise<RestoreOutcome> {
  const openOutcome = await openSqliteTarget(path, deps)
  if (typeof openOutcome === 'string') return { kind: openOutcome }
  using target = openOutcome
  try {
    const filledDatabase = await fillDraft(target.draftPath, deps)
    await target.replace()
    return { kind: 'restored', ...filledDatabase }
  } finally {
    await removeDatabase(target.draftPath)
  }
}

/** Commits need not wait for the disk, because the finished file is flushed as a whole. */
async function fillDraft(draftPath: string, deps: RestoreDeps): Promise<FilledDatabase> {
  await using db = await openDatabase(draftPath, { synchronous: 'off', writesBulk: true, usesThreads: false })
  return await inOneTransaction(db, tx => fillInTransaction(tx, { ...deps, db }))
}

async function inOneTransaction<Result>(
  db: Database,
  work: (tx: Transaction<AllTables>) => Promise<Result>,
): Promise<Result> {
  return await db.withoutDeadline(() => db.tables<AllTables>().transact(work))
}
