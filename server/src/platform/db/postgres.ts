import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

export interface PostgresOptions {
  /** Connections of this process. */
  poolSize: number
  statementTimeoutMs: number
  /** A connection that was idle broke; the pool replaces it. */
  onIdleError: (error: Error) => void
  /** From 0 to below 1. */
  random: () => number
}

const INT8 = 20
const NUMERIC = 1700
/** `serialization_failure` and `deadlock_detected`: the same work may well succeed when run again. */
const RETRYABLE = new Set(['40001', '40P01'])
const MOST_TRIES = 5

/** Numbers of ours stay below 2^53, so eight-byte integers and sums come as numbers, as they do from SQLite. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export function openPostgres(url: string, options: PostgresOptions): Kysely<never> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    types,
    application_name: 'avatary',
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  pool.on('error', options.onIdleError)
  // The pool listens to idle clients only, and an `error` that nobody listens to ends the process. Whoever holds the
  // client learns of it by the statement under way or the next one.
  pool.on('connect', client => client.on('error', () => {}))
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

/** Runs `work` again while PostgreSQL ends it to resolve a deadlock, with short pauses drawn at random. */
export async function whileDeadlocked<T>(random: () => number, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === MOST_TRIES || !isRetryable(error)) throw error
    }
    await delay(random() * 20 * 2 ** tries)
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code))
}
