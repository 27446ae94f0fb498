import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** How long to go on trying while another process writes, and how the pauses are drawn. */
export interface BusyPolicy {
  deadlineMs: number
  /** Milliseconds of a clock that only grows. */
  now(): number
  /** From 0 to below 1. */
  random(): number
}

/** Prepared statements kept for each connection. */
const STATEMENTS = 256
const LONGEST_PAUSE_MS = 20
/** Primary result code of SQLite when another connection holds the lock; extended codes have it in the low byte. */
const SQLITE_BUSY = 5

/** Kysely's dialect over one connection of `node:sqlite`. */
export function nodeSqliteDialect(db: DatabaseSync, busy: BusyPolicy): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(db, busy),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
  }
}

/**
 * Tries until it is not refused because another process holds the lock. SQLite's own busy timeout would sleep on
 * this thread, and with it the whole server; here the event loop goes on between the tries.
 */
export async function whileBusy<T>(busy: BusyPolicy, attempt: () => T): Promise<T> {
  const givesUpAt = busy.now() + busy.deadlineMs
  for (let tries = 0; ; tries++) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (busy.now() >= givesUpAt)
        throw new Error(`Another process kept the database locked for ${busy.deadlineMs} ms`, {
          cause: error,
        })
    }
    const longest = Math.min(LONGEST_PAUSE_MS, 2 ** tries)
    await delay(busy.random() * longest)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

class NodeSqliteDriver implements Driver {
  readonly #db: DatabaseSync
  readonly #busy: BusyPolicy
  readonly #connection: NodeSqliteConnection

  constructor(db: DatabaseSync, busy: BusyPolicy) {
    this.#db = db
    this.#busy = busy
    this.#connection = new NodeSqliteConnection(db, busy)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    await whileBusy(this.#busy, () => this.#db.exec('begin immediate'))
  }

  async commitTransaction(): Promise<void> {
    this.#db.exec('commit')
  }

  /** Some failures (a full disk) have already rolled back. */
  async rollbackTransaction(): Promise<void> {
    if (this.#db.isTransaction) this.#db.exec('rollback')
  }

  async releaseConnection(): Promise<void> {}

  /** The connection is closed by whoever opened it, since Kysely forgets to when it was never used. */
  async destroy(): Promise<void> {}
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #db: DatabaseSync
  readonly #busy: BusyPolicy
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor(db: DatabaseSync, busy: BusyPolicy) {
    this.#db = db
    this.#busy = busy
  }

  /** Readers too are refused for a moment, while another process mends the log of one that was killed. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return await whileBusy(this.#busy, () => this.#execute<R>(query))
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and this engine has none to offer
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error(
      'Read in batches by key instead: a stream would keep the write-ahead log from being reset',
    )
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
