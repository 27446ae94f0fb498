import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** One connection to an SQLite file, in this thread or another. */
export interface SqliteConnection {
  /** @throws Error with SQLite's `errcode`. */
  execute(sql: string, parameters: readonly unknown[]): SqliteResult | Promise<SqliteResult>
  close(): void | Promise<void>
}

export interface SqliteResult {
  rows: object[]
  changes: number
}

export interface SqliteConnectionOptions {
  path: string
  setup: readonly string[]
}

/** Maximum number of prepared statements of a connection. */
const MAX_STATEMENTS = 256
const NO_RESULT: SqliteResult = Object.freeze({ rows: [], changes: 0 })

/** A connection in this thread, which it blocks. The first statement opens it. */
export class LocalConnection implements SqliteConnection {
  readonly #options: SqliteConnectionOptions
  readonly #statements = new LRUCache<string, { statement: StatementSync; columns: readonly string[] }>({
    max: MAX_STATEMENTS,
    memoMethod: sql => {
      const statement = this.open().prepare(sql)
      statement.setReturnArrays(true)
      return { statement, columns: statement.columns().map(({ name }) => name) }
    },
  })
  #db: DatabaseSync | null = null
  #isClosed = false

  constructor(options: SqliteConnectionOptions) {
    this.#options = options
  }

  /** @throws Error with SQLite's `errcode`; the next call tries to open it again. */
  open(): DatabaseSync {
    if (this.#db !== null) return this.#db
    if (this.#isClosed) throw new Error('The database is closed')
    const db = new DatabaseSync(this.#options.path)
    try {
      for (const statement of this.#options.setup) db.exec(statement)
    } catch (error) {
      db.close()
      throw error
    }
    this.#db = db
    return db
  }

  execute(sql: string, parameters: readonly unknown[]): SqliteResult {
    // SQLite itself rolls back after some failures, such as a full disk.
    if (sql === 'rollback' && !this.#db?.isTransaction) return NO_RESULT
    const { statement, columns } = this.#statements.memo(sql)
    const values = parameters as SQLInputValue[]
    if (columns.length > 0) return { rows: rowsOf(columns, statement.all(...values)), changes: 0 }
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }

  close(): void {
    this.#isClosed = true
    this.#db?.close()
    this.#db = null
  }
}

/** The objects that Node would make of rows take twice as long to make, and are slower to read. */
function rowsOf(columns: readonly string[], rows: unknown[]): object[] {
  return (rows as SQLOutputValue[][]).map(values => {
    const row: Record<string, SQLOutputValue> = {}
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]!
    return row
  })
}
