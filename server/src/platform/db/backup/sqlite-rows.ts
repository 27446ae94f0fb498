import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { StoredRow } from './format.ts'
import { ROWS_PER_READ, type RowSource, selectAll } from './row-source.ts'

/** The longest wait while another process recovers the write-ahead log after a crash. */
const BUSY_MS = 5000

/**
 * Opens the present state of an SQLite file. In write-ahead mode a reader blocks no writer; the log grows meanwhile.
 * @throws Error when the file does not exist or is not a database.
 */
export function openSqliteRows(path: string): RowSource {
  const db = new DatabaseSync(path, { timeout: BUSY_MS })
  try {
    db.exec('pragma query_only = on; begin')
    // The first read starts the snapshot.
    db.prepare('select 1 from sqlite_master limit 1').get()
  } catch (error) {
    db.close()
    throw error
  }
  return {
    engine: 'sqlite',
    async describe() {
      const row = db.prepare('select sqlite_version() as version').get()
      const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
      return {
        version: `SQLite ${row?.version}`,
        clockMs: null,
        bytes: bytesOf(path),
        walBytes: bytesOf(`${path}-wal`),
      }
    },
    async findDamage() {
      const result = String(db.prepare('pragma quick_check(1)').get()?.quick_check)
      return result === 'ok' ? null : result
    },
    async migrations() {
      if (!hasTable(db, 'migrations')) return []
      const rows = db.prepare('select name from migrations order by name').all()
      return rows.map(({ name }) => String(name))
    },
    has: async ({ name }) => hasTable(db, name),
    async *rows(table) {
      const statement = db.prepare(selectAll(table))
      statement.setReturnArrays(true)
      let chunk: StoredRow[] = []
      for (const row of statement.iterate() as unknown as Iterable<StoredRow>) {
        if (chunk.push(row) < ROWS_PER_READ) continue
        yield chunk
        chunk = []
      }
      if (chunk.length > 0) yield chunk
    },
    async lastNumber({ name, autoincrementColumn }) {
      if (autoincrementColumn === null) return null
      const row = db.prepare('select seq from sqlite_sequence where name = ?').get(name)
      return row === undefined ? null : Number(row.seq)
    },
    [Symbol.asyncDispose]: async () => db.close(),
  }
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined
}
