import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** One connection to an SQLite file, in this thread or another. */
export interface SqliteSession {
  /** @throws Error with SQLite's `errcode`. */
  execute(sql: string, parameters: readonly unknown[]): SqliteResult | Promise<SqliteResult>
  close(): void | Promise<void>
}

export interface SqliteResult {
  rows: object[]
  /** Rows written. */
  changes: number
}

export interface SessionOptions {
  path: string
  /** Statements that set the connection up. */
  setup: readonly string[]
}

/** Prepared statements kept. */
const STATEMENTS = 256
const NOTHING: SqliteResult = Object.freeze({ rows: [], changes: 0 })

/** A connection that works in this thread, which stands still meanwhile. */
export class LocalSession implements SqliteSession {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor({ path, setup }: SessionOptions) {
    this.#db = new DatabaseSync(path)
    try {
      for (const statement of setup) this.#db.exec(statement)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  execute(sql: string, parameters: readonly unknown[]): SqliteResult {
    // Some failures, such as a full disk, have already rolled back.
    if (sql === 'rollback' && !this.#db.isTransaction) return NOTHING
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values), changes: 0 }
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }

  close(): void {
    this.#db.close()
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    let prepared = this.#statements.get(sql)
    if (prepared === undefined) {
      const statement = this.#db.prepare(sql)
      prepared = { statement, returnsRows: statement.columns().length > 0 }
      if (this.#statements.size >= STATEMENTS) this.#statements.delete(this.#statements.keys().next().value!)
    } else {
      this.#statements.delete(sql)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }
}
