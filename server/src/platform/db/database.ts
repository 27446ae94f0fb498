import { AsyncLocalStorage } from 'node:async_hooks'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Logger, Transaction } from 'kysely'
import type { ConnectionCounts, Database, Engine, SqlAccess } from '../../kernel/database.ts'
import type { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { sqlAccess } from './access.ts'
import {
  AVAILABILITY_DEADLINES,
  type Availability,
  type AvailabilityDeadlines,
  type DatabaseObserver,
} from './availability.ts'
import { openSqlite } from './sqlite.ts'
import type { SqliteSession } from './sqlite-session.ts'

export interface DatabaseOptions {
  /** SQLite only; default `full`. See `SqliteOptions`. */
  synchronous?: 'full' | 'normal' | 'off'
  /** SQLite only: the longest wait of a transaction while another process writes; default 15 s. */
  busyDeadlineMs?: number
  /** SQLite only: uses more memory and a longer write-ahead log, for filling a catalog; default false. */
  isFilling?: boolean
  /** SQLite only: false runs every statement in the caller's thread, which it blocks; default true. */
  usesThreads?: boolean
  /** PostgreSQL only: connections of this process in the pool for each kind of work; default 5, 3 and 2. */
  poolSizes?: { writer: number; reader: number; scanner: number }
  /** Deadline of a statement; default 30 s. */
  statementTimeoutMs?: number
  /** `close` waits at most this long for running transactions; default 5 s. */
  closeDeadlineMs?: number
  observer?: DatabaseObserver
  /** PostgreSQL only; default `AVAILABILITY_DEADLINES`. */
  deadlines?: AvailabilityDeadlines
  /** SQLite only: lets tests wrap connections. */
  wrapSession?: (session: SqliteSession) => SqliteSession
  /** Called after each statement in the async context of its caller. The text contains no values. */
  onStatement?: OnStatement | undefined
}

export type OnStatement = (statement: { sql: string; durationMs: number; hasFailed: boolean }) => void

const POOL_SIZES = { writer: 5, reader: 3, scanner: 2 }
const NOBODY: DatabaseObserver = { failed: () => {}, away: () => {}, back: () => {} }

/** Opens `postgres://…`, or the SQLite file at a path (with or without `sqlite:` in front). */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const { observer = NOBODY, busyDeadlineMs = 15_000 } = options
  const log = options.onStatement ? kyselyLog(options.onStatement) : []
  const { statementTimeoutMs = 30_000, closeDeadlineMs = 5000 } = options
  const path = sqlitePathOf(url)
  if (path === null) {
    const { poolSizes = POOL_SIZES, deadlines = AVAILABILITY_DEADLINES } = options
    // SQLite needs none of the modules of PostgreSQL.
    const { openPostgres, whileDeadlocked } = await import('./postgres.ts')
    const connections = openPostgres(url, { poolSizes, statementTimeoutMs, observer, deadlines, log })
    return new KyselyDatabase({
      ...connections,
      engine: 'postgres',
      shrinkLog: null,
      closeDeadlineMs,
      retrying: whileDeadlocked,
    })
  }
  const busy = { deadlineMs: busyDeadlineMs, now: () => performance.now(), random: Math.random }
  const connections = await openSqlite(path, {
    synchronous: options.synchronous ?? 'full',
    busy,
    isFilling: options.isFilling ?? false,
    usesThreads: options.usesThreads ?? true,
    statementTimeoutMs,
    observer,
    wrapSession: options.wrapSession,
    log,
  })
  return new KyselyDatabase({
    ...connections,
    engine: 'sqlite',
    onChanges: null,
    closeDeadlineMs,
    retrying: work => work(),
  })
}

function kyselyLog(onStatement: OnStatement): Logger {
  return ({ level, query, queryDurationMillis }) =>
    onStatement({ sql: query.sql, durationMs: queryDurationMillis, hasFailed: level === 'error' })
}

/** The path of the SQLite file that an address of `openDatabase` means; null for PostgreSQL. */
export function sqlitePathOf(url: string): string | null {
  return /^postgres(ql)?:/.test(url) ? null : resolve(url.replace(/^sqlite:(\/\/)?/, ''))
}

interface DatabaseDeps {
  engine: Engine
  availability: Availability
  writer: Kysely<never>
  reader: Kysely<never>
  scanner: Kysely<never>
  onChanges: Database['onChanges']
  shrinkLog: Database['shrinkLog']
  /** Absent for SQLite, where transactions queue for the one writer and readers never wait. */
  connections?: Database['connections']
  close: () => Promise<void>
  closeDeadlineMs: number
  retrying: <T>(work: () => Promise<T>) => Promise<T>
}

class KyselyDatabase implements Database {
  readonly engine: Engine
  readonly onChanges: Database['onChanges']
  readonly shrinkLog: Database['shrinkLog']
  readonly #deps: DatabaseDeps
  readonly #inside = new AsyncLocalStorage<true>()
  readonly #running = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  constructor(deps: DatabaseDeps) {
    this.engine = deps.engine
    this.onChanges = deps.onChanges
    this.shrinkLog = deps.shrinkLog
    this.#deps = deps
  }

  tables<Tables>(): SqlAccess<Tables> {
    const { reader, scanner } = this.#deps
    return sqlAccess<Tables>(this.engine, { reader, scanner, transact: work => this.#transact(work) })
  }

  get isAvailable(): boolean {
    return this.#deps.availability.isAvailable
  }

  async withoutDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.#deps.availability.exempt(work)
  }

  async awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void> {
    await this.#deps.availability.awayUntil(work, cause)
  }

  connections(): readonly ConnectionCounts[] {
    const { size } = this.#running
    const used = Math.min(size, 1)
    return this.#deps.connections?.() ?? [{ pool: 'writer', used, waiting: size - used }]
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close()
    await this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #close(): Promise<void> {
    const { closeDeadlineMs, close } = this.#deps
    const ended = Promise.allSettled(this.#running)
    await Promise.race([ended, delay(closeDeadlineMs, undefined, { ref: false })])
    await close()
  }

  async #transact<Tables, Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    if (this.#inside.getStore())
      throw new Error('A transaction was started inside of another one: pass `tx` on instead')
    if (this.#closing !== undefined)
      throw new Error('A transaction was started after the database was closed')
    const writer = this.#deps.writer as unknown as Kysely<Tables>
    const run = () => this.#inside.run(true, () => writer.transaction().execute(work))
    const running = this.#deps.retrying(run)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }
}
