import type { SqliteSession } from '../../src/platform/db/sqlite-session.ts'

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
  readonly wrapSession = (session: SqliteSession): SqliteSession => ({
    execute: (sql, parameters) => {
      if (this.code === null || (!this.readsFail && READS.test(sql))) return session.execute(sql, parameters)
      throw Object.assign(new Error('the disk fails'), { errcode: this.code })
    },
    close: () => session.close(),
  })
}
