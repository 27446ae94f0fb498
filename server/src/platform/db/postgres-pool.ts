import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { ConnectionCounts } from '../../kernel/database.ts'
import type { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Availability } from './availability.ts'
import { postgresUnavailable } from './postgres-faults.ts'

/**
 * A pool that refuses connections while the database is unavailable, discards broken ones, and turns failures of a
 * connection into `DatabaseUnavailableError`.
 */
export class GuardedPool implements PostgresPool {
  readonly options = {}
  readonly #pool: pg.Pool
  readonly #availability: Availability
  readonly #deadlineMs: number

  /** @param deadlineMs deadline of a statement in this process, later than the server's own. */
  constructor(pool: pg.Pool, availability: Availability, deadlineMs: number) {
    this.#pool = pool
    this.#availability = availability
    this.#deadlineMs = deadlineMs
  }

  async connect(): Promise<PostgresPoolClient> {
    const availability = this.#availability
    availability.check()
    try {
      const client = await availability.within(this.#pool.connect(), null)
      return new GuardedClient(client, availability, this.#deadlineMs)
    } catch (error) {
      const unavailable = postgresUnavailable(error)
      if (unavailable === null) throw error
      if (unavailable.fault !== 'busy') availability.suspect()
      throw availability.note(unavailable)
    }
  }

  get counts(): Omit<ConnectionCounts, 'pool'> {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { used: totalCount - idleCount, waiting: waitingCount }
  }

  async end(): Promise<void> {
    await this.#pool.end()
  }
}

/** One connection, from checkout until it is released. */
class GuardedClient implements PostgresPoolClient {
  /** The cast omits cursors, which nothing uses. */
  readonly query = this.#query.bind(this) as unknown as PostgresPoolClient['query']
  readonly #client: pg.PoolClient
  readonly #availability: Availability
  readonly #deadlineMs: number
  /** Set by a failure after which the connection must not be used again. */
  #broken: DatabaseUnavailableError | null = null

  constructor(client: pg.PoolClient, availability: Availability, deadlineMs: number) {
    this.#client = client
    this.#availability = availability
    this.#deadlineMs = deadlineMs
  }

  release(isDiscarded = false): void {
    this.#client.release(isDiscarded || this.#broken !== null)
  }

  async #query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#broken !== null) throw this.#broken
    const availability = this.#availability
    try {
      return await availability.within(this.#client.query(sql, [...parameters]), this.#deadlineMs)
    } catch (error) {
      throw this.#explained(error)
    }
  }

  #explained(error: unknown): unknown {
    const unavailable = postgresUnavailable(error)
    if (unavailable === null) return error
    const isConnected = error instanceof pg.DatabaseError && unavailable.fault !== 'unreachable'
    if (!isConnected) this.#availability.suspect()
    // A server that became read-only may have been replaced by another one, which a new connection reaches.
    if (!isConnected || unavailable.fault === 'read_only') this.#broken = unavailable
    return this.#availability.note(unavailable)
  }
}
