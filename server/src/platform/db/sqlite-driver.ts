import { setTimeout as delay } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Availability } from './availability.ts'
import { SqliteCompiler } from './dialect.ts'
import { sqliteCode, sqliteUnavailable } from './sqlite-faults.ts'
import type { SqliteSession } from './sqlite-session.ts'

/** How long to go on trying while another process writes, and how the pauses are drawn. */
export interface BusyPolicy {
  deadlineMs: number
  /** Milliseconds of a clock that only grows. */
  now(): number
  /** From 0 to below 1. */
  random(): number
}

/** Since when another process has been in the way, and when that was last seen. */
export interface BusySpell {
  sinceMs: number
  seenMs: number
}

const LONGEST_PAUSE_MS = 20
/** Primary result code of SQLite when another connection holds the lock. */
const SQLITE_BUSY = 5
/** Not seen for so long, it was another one. */
const SAME_SPELL_MS = 1000

/** Kysely's dialect over one connection, which is closed by whoever opened it. */
export function sqliteDialect(
  session: SqliteSession,
  busy: BusyPolicy,
  availability: Availability | null = null,
): Dialect {
  return {
    createDriver: () => new SessionDriver(new SessionConnection(session, busy, availability)),
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
  }
}

/**
 * Tries until it is not refused because another process holds the lock. SQLite's own busy timeout would sleep on
 * this thread, and with it the whole server; here the event loop goes on between the tries.
 *
 * @param spell shared by all who wait one after the other: their deadline is the same.
 * @throws DatabaseUnavailableError when the deadline has passed.
 */
export async function whileBusy<T>(
  busy: BusyPolicy,
  attempt: () => T | Promise<T>,
  spell: BusySpell = { sinceMs: 0, seenMs: Number.NEGATIVE_INFINITY },
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY) throw error
      const nowMs = busy.now()
      if (nowMs - spell.seenMs > SAME_SPELL_MS) spell.sinceMs = nowMs
      spell.seenMs = nowMs
      if (nowMs - spell.sinceMs >= busy.deadlineMs) throw heldTooLong(busy, error)
    }
    const longest = Math.min(LONGEST_PAUSE_MS, 2 ** tries)
    await delay(busy.random() * longest)
  }
}

function heldTooLong({ deadlineMs }: BusyPolicy, cause: unknown): DatabaseUnavailableError {
  const message = `Another process kept the database locked for ${deadlineMs} ms`
  return new DatabaseUnavailableError('busy', message, { cause })
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
  readonly #availability: Availability | null
  readonly #spell: BusySpell = { sinceMs: 0, seenMs: Number.NEGATIVE_INFINITY }

  constructor(session: SqliteSession, busy: BusyPolicy, availability: Availability | null) {
    this.#session = session
    this.#busy = busy
    this.#availability = availability
  }

  /** Readers too are refused for a moment, while another process mends the log of one that was killed. */
  async execute(sql: string, parameters: readonly unknown[] = []) {
    this.#availability?.check()
    try {
      return await whileBusy(this.#busy, () => this.#session.execute(sql, parameters), this.#spell)
    } catch (error) {
      const unavailable = sqliteUnavailable(error)
      if (unavailable === null) throw error
      throw this.#availability?.note(unavailable) ?? unavailable
    }
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
