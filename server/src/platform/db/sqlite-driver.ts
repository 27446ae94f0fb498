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
import type { SqliteSession } from './sqlite-session.ts'

/** How long to go on trying while another process writes, and how the pauses are drawn. */
export interface BusyPolicy {
  deadlineMs: number
  /** Milliseconds of a clock that only grows. */
  now(): number
  /** From 0 to below 1. */
  random(): number
}

const LONGEST_PAUSE_MS = 20
/** Primary result code of SQLite when another connection holds the lock; extended codes have it in the low byte. */
const SQLITE_BUSY = 5

/** Kysely's dialect over one connection, which is closed by whoever opened it. */
export function sqliteDialect(session: SqliteSession, busy: BusyPolicy): Dialect {
  return {
    createDriver: () => new SessionDriver(new SessionConnection(session, busy)),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
  }
}

/**
 * Tries until it is not refused because another process holds the lock. SQLite's own busy timeout would sleep on
 * this thread, and with it the whole server; here the event loop goes on between the tries.
 */
export async function whileBusy<T>(busy: BusyPolicy, attempt: () => T | Promise<T>): Promise<T> {
  const givesUpAt = busy.now() + busy.deadlineMs
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
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

class SessionDriver implements Driver {
  readonly #connection: SessionConnection

  constructor(connection: SessionConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.execute('begin immediate')
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.execute('commit')
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.execute('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SessionConnection implements DatabaseConnection {
  readonly #session: SqliteSession
  readonly #busy: BusyPolicy

  constructor(session: SqliteSession, busy: BusyPolicy) {
    this.#session = session
    this.#busy = busy
  }

  /** Readers too are refused for a moment, while another process mends the log of one that was killed. */
  async execute(sql: string, parameters: readonly unknown[] = []) {
    return await whileBusy(this.#busy, () => this.#session.execute(sql, parameters))
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.execute(sql, parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and this engine has none to offer
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error(
      'Read in batches by key instead: a stream would keep the write-ahead log from being reset',
    )
  }
}
