import type { Writable } from 'node:stream'
import { type Migration, migrationsNamed } from '../migrate.ts'
import { schemaAfter } from '../schema.ts'
import { BACKUP_FORMAT, BACKUP_VERSION, type BackupEnd, type BackupHead } from './format.ts'
import { openRowSource } from './open-row-source.ts'
import { BackupError } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

export interface BackupDeps extends Pick<BackupHead, 'program' | 'madeAt' | 'secrets'> {
  /** All migrations of this program; fewer may have been applied to the database. */
  readonly migrations: readonly Migration[]
  readonly onProgress: (rowCount: number) => void
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
  { migrations, onProgress, signal, ...headDetails }: BackupDeps,
): Promise<BackupEnd['rows']> {
  await using source = await openRowSource(url)
  const migrationNames = (await source?.migrations()) ?? []
  if (source === null || migrationNames.length === 0)
    throw new BackupError('There is no database of Avatary: check DATA_DIR and DATABASE_URL.')
  const tables = await schemaAfter(migrationsNamed(migrationNames, migrations))
  const head: BackupHead = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    ...headDetails,
    engine: source.engine,
    migrations: migrationNames,
  }
  return await writeBackup(out, { head, source, tables, onProgress }, signal)
}
