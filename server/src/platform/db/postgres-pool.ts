import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { ConnectionCounts } from '../../kernel/database.ts'
import type { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Availability } from './availability.ts'
import { connectionUnavailableError, postgresUnavailableError } from './postgres-faults.ts'

export interface GuardedPoolDeps {
  pool: pg.Pool
  availability: Availability
  /** Shared by all pools of a process: whether the server ever accepted a connection. */
  history: { wasAccepted: boolean }
  /** Deadline of a statement in this process, later than the server's own. */
  deadlineMs: number
}

/**
 * A pool that refuses connections while the database is unavailable, discards broken ones, and turns failures of a
 * connection into `DatabaseUnavailableError`.
 */
export class GuardedPool implements PostgresPool {
  readonly options = {}
  readonly #deps: GuardedPoolDeps

  constructor(deps: GuardedPoolDeps) {
    this.#deps = deps
  }

  async connect(): Promise<PostgresPoolClient> {
    const { pool, availability, history } = this.#deps
    availability.throwIfRefusing()
    try {
      const client = await availability.waitFor(pool.connect(), null)
      history.wasAccepted = true
      return guardConnection(client, this.#deps)
    } catch (error) {
      const unavailableError = connectionUnavailableError(error, history)
      if (unavailableError === null) throw error
      if (unavailableError.fault !== 'busy') availability.startProbing()
      throw availability.report(unavailableError)
    }
  }

  get counts(): Omit<ConnectionCounts, 'pool'> {
    const { totalCount, idleCount, waitingCount } = this.#deps.pool
    return { used: totalCount - idleCount, waiting: waitingCount }
  }

  async end(): Promise<void> {
    await this.#deps.pool.end()
  }
}

/** Guards one connection, from checkout until it is released. */
function guardConnection(
  client: pg.PoolClient,
  { availability, deadlineMs }: Pick<GuardedPoolDeps, 'availability' | 'deadlineMs'>,
): PostgresPoolClient {
  /** Set by a failure after which the connection must not be used again. */
  let brokenBy: DatabaseUnavailableError | null = null
  const failureOf = (error: unknown): unknown => {
    const unavailableError = postgresUnavailableError(error)
    if (unavailableError === null) return error
    const isConnected = error instanceof pg.DatabaseError && unavailableError.fault !== 'unreachable'
    if (!isConnected) availability.startProbing()
    // A server that became read-only may have been replaced by another one, which a new connection reaches.
    if (!isConnected || unavailableError.fault === 'read_only') brokenBy = unavailableError
    return availability.report(unavailableError)
  }
  const query = async (sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    if (brokenBy !== null) throw brokenBy
    try {
      return await availability.waitFor(client.query(sql, [...parameters]), deadlineMs)
    } catch (error) {
      throw failureOf(error)
    }
  }
  return {
    // The cast omits cursors, which nothing uses.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isDiscarded = false) => client.release(isDiscarded || brokenBy !== null),
  }
}
