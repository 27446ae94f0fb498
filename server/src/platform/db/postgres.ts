import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { errorCode } from '../../kernel/error-code.ts'
import { Availability } from './availability.ts'
import type { Connections, EngineSettings } from './options.ts'
import { postgresUnavailable } from './postgres-faults.ts'
import { PostgresListener } from './postgres-listener.ts'
import { GuardedPool } from './postgres-pool.ts'

/** Object ids of types in `pg_type`, whose values are parsed as numbers. */
const INT8_OID = 20
const NUMERIC_OID = 1700
/** `serialization_failure` and `deadlock_detected`: the same transaction may succeed when it is run again. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 5
const KINDS = ['writer', 'reader', 'scanner'] as const
/** `close` waits this long for connections to end, and then destroys their sockets. */
const CLOSE_MS = 1000

/** Our numbers stay below 2^53, so `int8` and `numeric` are parsed as numbers, as SQLite returns them. */
export const POSTGRES_TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID || oid === NUMERIC_OID ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/**
 * Opens a pool for each kind of work, so that readers do not wait for writers. Every statement has a deadline at the
 * server, and a later one here in case the server does not answer.
 */
export function openPostgres(url: string, settings: EngineSettings): Connections {
  const { poolSizes, observer, deadlines, log } = settings
  const sockets = new Sockets()
  const connection = {
    connectionString: url,
    application_name: 'avatary',
    keepAlive: true,
    types: POSTGRES_TYPES,
  }
  const availability = new Availability(
    () => probe({ ...connection, stream: () => sockets.open() }, sockets, deadlines.probe),
    observer,
    deadlines,
  )
  const poolOf = (max: number) => openPool({ ...connection, max }, { sockets, availability, settings })
  const pools = {
    writer: poolOf(poolSizes.writer),
    reader: poolOf(poolSizes.reader),
    scanner: poolOf(poolSizes.scanner),
  }
  const listeners: PostgresListener[] = []
  const connect = () =>
    new pg.Client({
      ...connection,
      stream: () => sockets.open(),
      connectionTimeoutMillis: deadlines.connect,
    })
  const kyselyOver = (pool: GuardedPool) => new Kysely<never>({ dialect: new PostgresDialect({ pool }), log })
  return {
    engine: 'postgres',
    availability,
    writer: kyselyOver(pools.writer),
    reader: kyselyOver(pools.reader),
    scanner: kyselyOver(pools.scanner),
    connections: () => KINDS.map(pool => ({ pool, ...pools[pool].counts })),
    onChanges: wake => {
      const listener = new PostgresListener(connect, wake)
      listeners.push(listener)
      return listener
    },
    commits: null,
    shrinkLog: null,
    retrying: whileDeadlocked,
    close: async () => {
      availability.close()
      for (const listener of listeners) listener.close()
      // A pool reports its end before its connections have ended, and a restore would still find them in use.
      const ended = Promise.all(Object.values(pools).map(pool => pool.end())).then(() => sockets.closed())
      await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })])
      sockets.destroy()
    },
  }
}

/** Tracks the open sockets of all connections, so that connections to a dead server can be destroyed at once. */
class Sockets {
  readonly #open = new Set<Socket>()

  open(): Socket {
    const socket = new Socket()
    this.#open.add(socket)
    return socket.once('close', () => this.#open.delete(socket))
  }

  /** Resolves when the sockets that are open now have closed: the server has ended their connections by then. */
  async closed(): Promise<void> {
    await Promise.all(
      Array.from(this.#open, socket => new Promise<void>(resolve => socket.once('close', () => resolve()))),
    )
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy()
  }
}

/**
 * Checks that the server accepts connections.
 * @throws DatabaseUnavailableError while it cannot be used.
 */
async function probe(config: pg.ClientConfig, sockets: Sockets, deadlineMs: number): Promise<void> {
  try {
    await selectOne(config, deadlineMs)
  } catch (error) {
    const unavailableError = postgresUnavailable(error)
    // A server that refuses the connection for another reason is running.
    if (unavailableError === null || unavailableError.fault === 'busy') return
    if (unavailableError.fault === 'deadline') sockets.destroy()
    throw unavailableError
  }
}

interface PoolDeps {
  sockets: Sockets
  availability: Availability
  settings: EngineSettings
}

function openPool(config: pg.PoolConfig, { sockets, availability, settings }: PoolDeps): GuardedPool {
  const { statementTimeoutMs, deadlines } = settings
  const pool = new pg.Pool({
    ...config,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: deadlines.connect,
    stream: () => {
      const socket = sockets.open()
      // Refuses callers, too, that were waiting for a connection when the database became unavailable.
      if (availability.isRefusing) queueMicrotask(() => socket.destroy(availability.refusal()))
      return socket
    },
  })
  pool.on('error', error => {
    const unavailableError = postgresUnavailable(error)
    availability.note(unavailableError ?? new DatabaseUnavailableError('unreachable', error.message))
    availability.suspect()
  })
  // The pool listens for errors of idle clients only, and an `error` event without a listener would end the process.
  // Whoever uses the client gets the error from its current or next statement.
  pool.on('connect', client => client.on('error', () => {}))
  return new GuardedPool({ pool, availability, deadlineMs: statementTimeoutMs + deadlines.grace })
}

/** @throws when the server does not answer in time, or answers with an error. */
async function selectOne(config: pg.ClientConfig, deadlineMs: number): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: deadlineMs, query_timeout: deadlineMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    void client.end().catch(() => {})
  }
}

/** Runs `work`, and runs it again after short random pauses while PostgreSQL aborts it to resolve a deadlock. */
async function whileDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt === MAX_ATTEMPTS)
        throw new DatabaseUnavailableError('busy', error.message, { cause: error })
    }
    await delay(Math.random() * 20 * 2 ** attempt)
  }
}

function isRetryable(error: unknown): error is Error {
  return RETRYABLE.has(errorCode(error) ?? '')
}
