import type { Writable } from 'node:stream'
import { appliedOf, type Migration } from '../migrate.ts'
import { schemaAfter } from '../schema.ts'
import { BACKUP_FORMAT, BACKUP_VERSION, type BackupEnd, type BackupHead } from './format.ts'
import { openRows } from './open-rows.ts'
import { BackupError } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

export interface BackupDeps extends Pick<BackupHead, 'program' | 'madeAt' | 'secrets'> {
  /** All migrations of this program; fewer may have been applied to the database. */
  readonly migrations: readonly Migration[]
  readonly onRows: (rows: number) => void
  readonly signal: AbortSignal
}

/**
 * Writes all rows of the database at an address as of one moment, while other processes may write.
 * @returns the number of rows of each table.
 * @throws NewerDatabaseError for a database that is newer than this program; BackupError when there is no database.
 */
export async function backupDatabase(
  url: string,
  out: Writable,
  { migrations, onRows, signal, ...about }: BackupDeps,
): Promise<BackupEnd['rows']> {
  await using source = await openRows(url)
  const names = (await source?.migrations()) ?? []
  if (source === null || names.length === 0)
    throw new BackupError('There is no database of Avatary: check DATA_DIR and DATABASE_URL.')
  const tables = await schemaAfter(appliedOf(names, migrations))
  const head: BackupHead = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    ...about,
    engine: source.engine,
    migrations: names,
  }
  return await writeBackup(out, { head, source, tables, onRows }, signal)
}
