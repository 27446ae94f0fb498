import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { errorCode } from '../../kernel/error-code.ts'
import { Availability } from './availability.ts'
import type { Connections, EngineSettings } from './options.ts'
import { connectionUnavailableError, postgresUnavailableError } from './postgres-faults.ts'
import { PostgresListener } from './postgres-listener.ts'
import { GuardedPool, type GuardedPoolDeps } from './postgres-pool.ts'

/** Object ids of types in `pg_type`, whose values are parsed as numbers. */
const INT8_OID = 20
const NUMERIC_OID = 1700
/** SQLSTATEs `serialization_failure` and `deadlock_detected`: the same transaction may succeed when it is run again. */
const RETRYABLE_STATES = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 5
const MAX_FIRST_PAUSE_MS = 40
const POOL_NAMES = ['writer', 'reader', 'scanner'] as const
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
  const sockets = new OpenSockets()
  const connection = {
    connectionString: url,
    application_name: 'avatary',
    keepAlive: true,
    types: POSTGRES_TYPES,
    stream: () => sockets.open(),
  }
  const history = { wasAccepted: false }
  const availability = new Availability(
    () => probe(connection, { sockets, history, deadlineMs: deadlines.probeMs }),
    observer,
    deadlines,
  )
  const poolOf = (max: number) =>
    openPool({ ...connection, max }, { sockets, availability, history, settings })
  const pools = {
    writer: poolOf(poolSizes.writer),
    reader: poolOf(poolSizes.reader),
    scanner: poolOf(poolSizes.scanner),
  }
  const listeners: PostgresListener[] = []
  const createClient = () => new pg.Client({ ...connection, connectionTimeoutMillis: deadlines.connectMs })
  const kyselyOver = (pool: GuardedPool) => new Kysely<never>({ dialect: new PostgresDialect({ pool }), log })
  return {
    engine: 'postgres',
    availability,
    writer: kyselyOver(pools.writer),
    reader: kyselyOver(pools.reader),
    scanner: kyselyOver(pools.scanner),
    connections: () => POOL_NAMES.map(pool => ({ pool, ...pools[pool].counts })),
    onChanges: wake => {
      const listener = new PostgresListener(createClient, wake)
      listeners.push(listener)
      return listener
    },
    readDataVersion: null,
    shrinkWal: null,
    runWithRetries: retryDeadlocks,
    close: async () => {
      availability.close()
      for (const listener of listeners) listener.close()
      // A pool reports its end before its connections have ended, and a restore would still find them in use.
      const ended = Promise.all(Object.values(pools).map(pool => pool.end())).then(() => sockets.whenClosed())
      await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })])
      sockets.destroyAll()
    },
  }
}

/** Tracks the open sockets of all connections, so that connections to a dead server can be destroyed at once. */
class OpenSockets {
  readonly #sockets = new Set<Socket>()

  open(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Resolves when the sockets that are open now have closed: the server has ended their connections by then. */
  async whenClosed(): Promise<void> {
    await Promise.allSettled(Array.from(this.#sockets, socket => once(socket, 'close')))
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/**
 * Checks that the server accepts connections.
 * @throws DatabaseUnavailableError while it cannot be used.
 */
async function probe(
  config: pg.ClientConfig,
  { sockets, history, deadlineMs }: Pick<PoolDeps, 'sockets' | 'history'> & { deadlineMs: number },
): Promise<void> {
  try {
    await selectOne(config, deadlineMs)
  } catch (error) {
    const unavailableError = connectionUnavailableError(error, history)
    // A server that refuses the first connection for another reason is running.
    if (unavailableError === null || unavailableError.fault === 'busy') return
    if (unavailableError.fault === 'deadline') sockets.destroyAll()
    throw unavailableError
  }
}

interface PoolDeps extends Pick<GuardedPoolDeps, 'availability' | 'history'> {
  sockets: OpenSockets
  settings: EngineSettings
}

function openPool(
  config: pg.PoolConfig,
  { sockets, availability, history, settings }: PoolDeps,
): GuardedPool {
  const { statementTimeoutMs, deadlines } = settings
  const pool = new pg.Pool({
    ...config,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: deadlines.connectMs,
    stream: () => {
      const socket = sockets.open()
      // Refuses callers, too, that were waiting for a connection when the database became unavailable.
      if (availability.isRefusing) queueMicrotask(() => socket.destroy(availability.refusal()))
      return socket
    },
  })
  pool.on('error', error => {
    const unavailableError = postgresUnavailableError(error)
    availability.report(unavailableError ?? new DatabaseUnavailableError('unreachable', error.message))
    availability.startProbing()
  })
  // The pool listens for errors of idle clients only, and an `error` event without a listener would end the process.
  // Whoever uses the client gets the error from its current or next statement.
  pool.on('connect', client => client.on('error', () => {}))
  return new GuardedPool({ pool, availability, history, deadlineMs: statementTimeoutMs + deadlines.graceMs })
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
async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !RETRYABLE_STATES.has(errorCode(error) ?? '')) throw error
      if (attempt === MAX_ATTEMPTS)
        throw new DatabaseUnavailableError('busy', error.message, { cause: error })
    }
    await delay(Math.random() * MAX_FIRST_PAUSE_MS * 2 ** (attempt - 1))
  }
}
