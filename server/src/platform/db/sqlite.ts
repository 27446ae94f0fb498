import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { type BusyPolicy, nodeSqliteDialect, whileBusy } from './sqlite-driver.ts'

export interface SqliteOptions {
  /** `full`: a commit is on disk when it returns. `normal` may lose the last ones when the machine fails. */
  synchronous: 'full' | 'normal' | 'off'
  busy: BusyPolicy
}

export interface SqliteConnections {
  writer: Kysely<never>
  reader: Kysely<never>
  close(): Promise<void>
}

/**
 * Two connections to one file in write-ahead mode: readers see what is committed and never wait for the writer's
 * transaction. Creates the file and its folder.
 *
 * @throws Error that names the file, when it cannot be opened or is no database.
 */
export async function openSqlite(path: string, options: SqliteOptions): Promise<SqliteConnections> {
  const opened: DatabaseSync[] = []
  const open = () => {
    const db = new DatabaseSync(path)
    opened.push(db)
    return db
  }
  const close = async () => {
    for (const db of opened.splice(0).reverse()) db.close()
  }
  try {
    mkdirSync(dirname(path), { recursive: true })
    const writer = open()
    await whileBusy(options.busy, () => writer.exec('pragma journal_mode = wal'))
    writer.exec(`pragma synchronous = ${options.synchronous}`)
    writer.exec('pragma foreign_keys = on; pragma cache_size = -65536; pragma temp_store = memory')
    writer.exec('pragma wal_autocheckpoint = 4000; pragma journal_size_limit = 67108864')
    const reader = open()
    reader.exec('pragma query_only = on; pragma cache_size = -32768; pragma temp_store = memory')
    const kyselyOver = (db: DatabaseSync) =>
      new Kysely<never>({ dialect: nodeSqliteDialect(db, options.busy) })
    return { writer: kyselyOver(writer), reader: kyselyOver(reader), close }
  } catch (error) {
    await close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Cannot open the database ${path}: ${reason}`, { cause: error })
  }
}
