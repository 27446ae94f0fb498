import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../../kernel/make-folder.ts'
import { schemaAfter } from '../schema.ts'
import { isDamageError, SQLITE_BUSY, sqliteCode } from '../sqlite-faults.ts'
import type { ClearOptions } from './postgres-target.ts'
import { quoteIdentifier } from './row-source.ts'

/** Exclusive access to the path of an SQLite file, until this is disposed of. */
export interface SqliteTarget extends Disposable {
  /** Path of a new file to fill, in the same folder. */
  readonly draftPath: string
  /** Renames the filled file, which must be closed, to the path. */
  replace(): Promise<void>
}

/**
 * Takes exclusive access to the path of an SQLite file. Where there is none, an empty file holds the lock, or a server
 * that starts meanwhile would make one and go on writing to it after it was replaced.
 */
export async function openSqliteTarget(
  path: string,
  { migrations, isReplacing }: ClearOptions,
): Promise<SqliteTarget | 'in_use' | 'not_empty'> {
  await makeFolder(dirname(path), 0o700)
  let isPlaceholder = !existsSync(path)
  const lockedFile = lockExclusively(path)
  if (lockedFile === 'in_use') return lockedFile
  if (!isReplacing && (lockedFile === 'unreadable' || !(await isEmpty(lockedFile, migrations)))) {
    if (lockedFile !== 'unreadable') lockedFile.close()
    return 'not_empty'
  }
  const draftPath = `${path}.restoring`
  await removeDatabase(draftPath)
  return {
    draftPath,
    async replace() {
      await flush(draftPath)
      // Files of the old database would be taken for the log of the new one.
      for (const suffix of ['-wal', '-shm']) await rm(`${path}${suffix}`, { force: true })
      await rename(draftPath, path)
      isPlaceholder = false
      await flush(dirname(path))
    },
    [Symbol.dispose]() {
      if (isPlaceholder) rmSync(path, { force: true })
      if (lockedFile instanceof DatabaseSync) lockedFile.close()
    },
  }
}

export async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${path}${suffix}`, { force: true })
}

/** Every process that has the file open holds a shared lock on it, so an exclusive lock proves that there is none. */
function lockExclusively(path: string): DatabaseSync | 'in_use' | 'unreadable' {
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    db.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return db
  } catch (error) {
    db.close()
    if (sqliteCode(error) === SQLITE_BUSY) return 'in_use'
    if (isDamageError(error)) return 'unreadable'
    throw error
  }
}

/** A file that is damaged or lacks one of its tables is not empty: somebody may want its other rows. */
async function isEmpty(db: DatabaseSync, migrations: ClearOptions['migrations']): Promise<boolean> {
  try {
    return await hasNoRows(db, migrations)
  } catch (error) {
    if (isDamageError(error)) return false
    throw error
  }
}

async function hasNoRows(db: DatabaseSync, migrations: ClearOptions['migrations']): Promise<boolean> {
  const tableRows = db.prepare("select name from sqlite_master where type = 'table'").all()
  const tables = new Set(tableRows.map(({ name }) => name))
  if (!tables.has('migrations')) return tables.size === 0
  const names = new Set(
    db
      .prepare('select name from migrations')
      .all()
      .map(({ name }) => name),
  )
  const appliedMigrations = migrations.filter(({ name }) => names.has(name))
  if (appliedMigrations.length < names.size) return false
  const isEmptyTable = (name: string) =>
    db.prepare(`select 1 from ${quoteIdentifier(name)} limit 1`).get() === undefined
  const expected = await schemaAfter(appliedMigrations)
  return expected.every(({ name, isSeeded }) => tables.has(name) && (isSeeded || isEmptyTable(name)))
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
