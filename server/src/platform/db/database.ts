import { AsyncLocalStorage } from 'node:async_hooks'
import { resolve } from 'node:path'
import type { Compilable, Kysely, Transaction } from 'kysely'
import type { BulkStatement, Database, Engine, SqlAccess } from '../../kernel/database.ts'
import { bulkStatement } from './bulk.ts'
import { DIALECTS } from './dialect.ts'
import { openPostgres, whileDeadlocked } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface DatabaseOptions {
  /** SQLite only; default `full`. See `SqliteOptions`. */
  synchronous?: 'full' | 'normal' | 'off'
  /** SQLite only: how long a transaction waits for another process to finish writing; default 15 s. */
  busyDeadlineMs?: number
  /** SQLite only: for filling a catalog, with more memory and a longer log; default false. */
  isFilling?: boolean
  /** PostgreSQL only: connections of this process; default 10. */
  poolSize?: number
  /** PostgreSQL only; default 30 s. */
  statementTimeoutMs?: number
  /** PostgreSQL only: told of connections that broke while idle. */
  onIdleError?: (error: Error) => void
  /** From 0 to below 1; for the pauses between tries. */
  random?: () => number
}

/** Opens `postgres://…`, or else an SQLite file at that path (with or without `sqlite:` in front). */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const random = options.random ?? Math.random
  if (/^postgres(ql)?:/.test(url)) {
    const { poolSize = 10, statementTimeoutMs = 30_000, onIdleError = () => {} } = options
    const pool = openPostgres(url, { poolSize, statementTimeoutMs, onIdleError, random })
    return new KyselyDatabase({
      engine: 'postgres',
      writer: pool,
      reader: pool,
      scanner: pool,
      close: () => pool.destroy(),
      retrying: work => whileDeadlocked(random, work),
    })
  }
  const busy = { deadlineMs: options.busyDeadlineMs ?? 15_000, now: () => performance.now(), random }
  const path = resolve(url.replace(/^sqlite:(\/\/)?/, ''))
  const connections = await openSqlite(path, {
    synchronous: options.synchronous ?? 'full',
    busy,
    isFilling: options.isFilling ?? false,
  })
  return new KyselyDatabase({ engine: 'sqlite', ...connections, retrying: work => work() })
}

interface DatabaseParts {
  engine: Engine
  writer: Kysely<never>
  reader: Kysely<never>
  scanner: Kysely<never>
  close: () => Promise<void>
  /** Runs a transaction, again when the engine says that this may help. */
  retrying: <T>(work: () => Promise<T>) => Promise<T>
}

class KyselyDatabase implements Database {
  readonly engine: Engine
  readonly #parts: DatabaseParts
  readonly #inside = new AsyncLocalStorage<true>()
  readonly #running = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  constructor(parts: DatabaseParts) {
    this.engine = parts.engine
    this.#parts = parts
  }

  tables<Tables>(): SqlAccess<Tables> {
    const writer = this.#parts.writer as unknown as Kysely<Tables>
    return {
      engine: this.engine,
      dialect: DIALECTS[this.engine],
      reader: this.#parts.reader as unknown as SqlAccess<Tables>['reader'],
      scanner: this.#parts.scanner as unknown as SqlAccess<Tables>['scanner'],
      transact: work => this.#transact(writer, work),
      bulk: <Row extends object, Result>(
        columns: readonly (keyof Row & string)[],
        build: (tx: Transaction<Tables>, rows: Row[]) => Compilable<Result>,
      ): BulkStatement<Tables, Row, Result> => bulkStatement(columns, build),
    }
  }

  async close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#running).then(() => this.#parts.close())
    await this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #transact<Tables, Result>(
    writer: Kysely<Tables>,
    work: (tx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    if (this.#inside.getStore())
      throw new Error('A transaction was asked for inside a transaction: hand `tx` on instead')
    if (this.#closing !== undefined)
      throw new Error('A transaction was asked for after the database was closed')
    const run = () => this.#inside.run(true, () => writer.transaction().execute(work))
    const running = this.#parts.retrying(run)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }
}
