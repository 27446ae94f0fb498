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
import type { SqliteConnection } from './sqlite-connection.ts'
import { SQLITE_BUSY, sqliteCode, sqliteUnavailableError } from './sqlite-faults.ts'

export interface BusyPolicy {
  deadlineMs: number
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** At least 0 and below 1. */
  random(): number
}

/** A time during which another process holds the lock: its begin, and the last attempt that found the lock held. */
interface BusyPeriod {
  sinceMs: number
  lastBusyMs: number
}

const MAX_PAUSE_MS = 20
/** A busy period ends with a successful attempt, or when no attempt has found the lock held for this long. */
const PERIOD_END_MS = 1000

/** Kysely's dialect over one connection. Whoever opened the connection closes it. */
export function sqliteDialect(
  connection: SqliteConnection,
  policy: BusyPolicy,
  availability: Availability | null = null,
): Dialect {
  const kyselyConnection = new KyselyConnection(connection, policy, availability)
  const statement = (sql: string) => async () => void (await kyselyConnection.execute(sql))
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => kyselyConnection,
    beginTransaction: statement('begin immediate'),
    commitTransaction: statement('commit'),
    rollbackTransaction: statement('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
  }
}

/**
 * Repeats `attempt` while another process holds the lock. SQLite's own busy timeout would block this thread; here the
 * event loop runs between the attempts.
 * @param period shared by consecutive statements, so that all that fail in one busy period have one deadline.
 * @throws DatabaseUnavailableError when the deadline has passed.
 */
export async function whileBusy<T>(
  policy: BusyPolicy,
  attempt: () => T | Promise<T>,
  period: BusyPeriod = { sinceMs: 0, lastBusyMs: Number.NEGATIVE_INFINITY },
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await attempt()
      period.lastBusyMs = Number.NEGATIVE_INFINITY
      return result
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY) throw error
      const nowMs = policy.now()
      if (nowMs - period.lastBusyMs > PERIOD_END_MS) period.sinceMs = nowMs
      period.lastBusyMs = nowMs
      if (nowMs - period.sinceMs >= policy.deadlineMs) throw lockedTooLongError(policy, error)
    }
    const maxPauseMs = Math.min(MAX_PAUSE_MS, 2 ** failures)
    await delay(policy.random() * maxPauseMs)
  }
}

function lockedTooLongError({ deadlineMs }: BusyPolicy, cause: unknown): DatabaseUnavailableError {
  const message = `Another process kept the database locked for ${deadlineMs} ms`
  return new DatabaseUnavailableError('busy', message, { cause })
}

class KyselyConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection
  readonly #policy: BusyPolicy
  readonly #availability: Availability | null
  readonly #period: BusyPeriod = { sinceMs: 0, lastBusyMs: Number.NEGATIVE_INFINITY }

  constructor(connection: SqliteConnection, policy: BusyPolicy, availability: Availability | null) {
    this.#connection = connection
    this.#policy = policy
    this.#availability = availability
  }

  /** Reads are retried, too: another process holds the lock while it recovers the write-ahead log after a crash. */
  async execute(sql: string, parameters: readonly unknown[] = []) {
    this.#availability?.throwIfRefusing()
    try {
      return await whileBusy(this.#policy, () => this.#connection.execute(sql, parameters), this.#period)
    } catch (error) {
      const unavailableError = sqliteUnavailableError(error)
      if (unavailableError === null) throw error
      throw this.#availability?.report(unavailableError) ?? unavailableError
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.execute(sql, parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, which this driver does not support
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error(
      'Read in batches by key instead: a stream would keep the write-ahead log from being reset',
    )
  }
}
