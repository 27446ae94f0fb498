import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { schemaAfter } from '../schema.ts'
import { isDamage, sqliteCode } from '../sqlite-faults.ts'
import type { ClearOptions } from './postgres-target.ts'
import { quoted } from './row-source.ts'

/** Primary result code when another connection holds the lock. */
const SQLITE_BUSY = 5

/** Exclusive access to the path of an SQLite file, until this is disposed of. */
export interface SqliteTarget extends Disposable {
  /** Path of the file to fill, in the same folder. */
  readonly draft: string
  /** Renames the draft, which must be closed, over the file. */
  replace(): Promise<void>
}

/** Takes exclusive access to the path of an SQLite file, whether the file exists or not. */
export async function openSqliteTarget(
  path: string,
  { migrations, isReplacing }: ClearOptions,
): Promise<SqliteTarget | 'in_use' | 'not_empty'> {
  const lockedFile = existsSync(path) ? holdAlone(path) : null
  if (lockedFile === 'in_use') return lockedFile
  if (
    !isReplacing &&
    lockedFile !== null &&
    (lockedFile === 'unreadable' || !(await isEmpty(lockedFile, migrations)))
  ) {
    if (lockedFile !== 'unreadable') lockedFile.close()
    return 'not_empty'
  }
  const draft = `${path}.restoring`
  await removeDatabase(draft)
  return {
    draft,
    async replace() {
      await flush(draft)
      // Files of the old database would be taken for the log of the new one.
      for (const suffix of ['-wal', '-shm']) await rm(`${path}${suffix}`, { force: true })
      await rename(draft, path)
      await flush(dirname(path))
    },
    [Symbol.dispose]() {
      if (lockedFile instanceof DatabaseSync) lockedFile.close()
    },
  }
}

export async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${path}${suffix}`, { force: true })
}

/** Every process that has the file open holds a shared lock on it, so an exclusive lock proves that there is none. */
function holdAlone(path: string): DatabaseSync | 'in_use' | 'unreadable' {
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    db.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return db
  } catch (error) {
    db.close()
    if (sqliteCode(error) === SQLITE_BUSY) return 'in_use'
    if (isDamage(error)) return 'unreadable'
    throw error
  }
}

/** A file that is damaged or lacks one of its tables is not empty: somebody may want its other rows. */
async function isEmpty(db: DatabaseSync, migrations: ClearOptions['migrations']): Promise<boolean> {
  try {
    return await hasNoRows(db, migrations)
  } catch (error) {
    if (isDamage(error)) return false
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
    db.prepare(`select 1 from ${quoted(name)} limit 1`).get() === undefined
  const expected = await schemaAfter(appliedMigrations)
  return expected.every(({ name, isSeeded }) => tables.has(name) && (isSeeded || isEmptyTable(name)))
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
