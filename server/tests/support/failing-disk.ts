import type { SqliteConnection } from '../../src/platform/db/sqlite-connection.ts'

/** Result codes of SQLite (sqlite.org/rescode.html). */
export const SQLITE = { readOnly: 8, ioErrorOnRead: 266, full: 13 } as const

const READS = /^\s*(select|with|begin|rollback|commit)\b/i

/** A disk under an SQLite file that fails on demand. */
export class FailingDisk {
  /** Statements fail with this result code; null lets them succeed. */
  code: number | null = null
  /** Reads fail, too. */
  readsFail = false

  /** Passed to `DatabaseOptions`. */
  readonly wrapConnection = (inner: SqliteConnection): SqliteConnection => ({
    execute: (sql, parameters) => {
      if (this.code === null || (!this.readsFail && READS.test(sql))) return inner.execute(sql, parameters)
      throw Object.assign(new Error('the disk fails'), { errcode: this.code })
    },
    close: () => inner.close(),
  })
}
