import { AsyncLocalStorage } from 'node:async_hooks'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Logger, Transaction } from 'kysely'
import type { ConnectionCounts, Database, Engine, SqlAccess } from '../../kernel/database.ts'
import type { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { sqlAccess } from './access.ts'
import { type Connections, type DatabaseOptions, DEFAULT_SETTINGS, type OnStatement } from './options.ts'
import { openSqlite } from './sqlite.ts'

/** Opens `postgres://…`, or the SQLite file at a path (with or without `sqlite:` in front). */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const log = options.onStatement ? kyselyLog(options.onStatement) : []
  const settings = { ...DEFAULT_SETTINGS, ...options, log }
  const path = sqlitePathOf(url)
  if (path !== null) return new KyselyDatabase(await openSqlite(path, settings), settings.closeDeadlineMs)
  // SQLite needs none of the modules of PostgreSQL.
  const { openPostgres } = await import('./postgres.ts')
  return new KyselyDatabase(openPostgres(url, settings), settings.closeDeadlineMs)
}

function kyselyLog(onStatement: OnStatement): Logger {
  return ({ level, query, queryDurationMillis }) =>
    onStatement({ sql: query.sql, durationMs: queryDurationMillis, hasFailed: level === 'error' })
}

/** The path of the SQLite file that an address of `openDatabase` means; null for PostgreSQL. */
export function sqlitePathOf(url: string): string | null {
  return /^postgres(ql)?:/.test(url) ? null : resolve(url.replace(/^sqlite:(\/\/)?/, ''))
}

class KyselyDatabase implements Database {
  readonly engine: Engine
  readonly onChanges: Database['onChanges']
  readonly readDataVersion: Database['readDataVersion']
  readonly shrinkWal: Database['shrinkWal']
  readonly #connections: Connections
  readonly #closeDeadlineMs: number
  readonly #isInTransaction = new AsyncLocalStorage<true>()
  readonly #runningTransactions = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  constructor(connections: Connections, closeDeadlineMs: number) {
    this.engine = connections.engine
    this.onChanges = connections.onChanges
    this.readDataVersion = connections.readDataVersion
    this.shrinkWal = connections.shrinkWal
    this.#connections = connections
    this.#closeDeadlineMs = closeDeadlineMs
  }

  tables<Tables>(): SqlAccess<Tables> {
    const { reader, scanner } = this.#connections
    return sqlAccess<Tables>(this.engine, { reader, scanner, transact: work => this.#transact(work) })
  }

  get isAvailable(): boolean {
    return this.#connections.availability.isAvailable
  }

  async withoutDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.#connections.availability.runExempt(work)
  }

  async awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void> {
    await this.#connections.availability.awayUntil(work, cause)
  }

  connections(): readonly ConnectionCounts[] {
    const { size } = this.#runningTransactions
    // SQLite has one writer, for which all other transactions wait.
    const used = Math.min(size, 1)
    return this.#connections.connections?.() ?? [{ pool: 'writer', used, waiting: size - used }]
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close()
    await this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #close(): Promise<void> {
    const allEnded = Promise.allSettled(this.#runningTransactions)
    await Promise.race([allEnded, delay(this.#closeDeadlineMs, undefined, { ref: false })])
    await this.#connections.close()
  }

  async #transact<Tables, Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    if (this.#isInTransaction.getStore())
      throw new Error('A transaction was started inside of another one: pass `tx` on instead')
    if (this.#closing !== undefined)
      throw new Error('A transaction was started after the database was closed')
    const writer = this.#connections.writer as unknown as Kysely<Tables>
    const run = () => this.#isInTransaction.run(true, () => writer.transaction().execute(work))
    const promise = this.#connections.runWithRetries(run)
    this.#runningTransactions.add(promise)
    try {
      return await promise
    } finally {
      this.#runningTransactions.delete(promise)
    }
  }
}
