import type { Kysely, LogConfig } from 'kysely'
import type { Database } from '../../kernel/database.ts'
import {
  AVAILABILITY_DEADLINES,
  type Availability,
  type AvailabilityDeadlines,
  type DatabaseObserver,
} from './availability.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

export type OnStatement = (statement: { sql: string; durationMs: number; hasFailed: boolean }) => void

const NO_OBSERVER: DatabaseObserver = { onFailedStatement: () => {}, onAway: () => {}, onBack: () => {} }

interface Settings {
  /** SQLite only. `full`: a commit is on disk when it returns. `normal`: a power cut may undo the last commits. */
  synchronous: 'full' | 'normal' | 'off'
  /** SQLite only: the longest wait of a transaction while another process writes. */
  busyDeadlineMs: number
  /** SQLite only: uses more memory and a longer write-ahead log, for filling a catalog. */
  writesBulk: boolean
  /** SQLite only: false runs every statement in the caller's thread, which it blocks. */
  usesThreads: boolean
  /**
   * PostgreSQL only: connections of each pool, for writes, reads, and reads of very many rows: none waits for the
   * others.
   */
  poolSizes: { writer: number; reader: number; scanner: number }
  /** Deadline of a statement. With SQLite, only statements in another thread have one. */
  statementTimeoutMs: number
  /** `close` waits at most this long for running transactions. */
  closeDeadlineMs: number
  observer: DatabaseObserver
  /** PostgreSQL only: after how long a silent server is probed, and then counts as away. */
  deadlines: AvailabilityDeadlines
  /** SQLite only: lets tests wrap connections. */
  wrapConnection?: (connection: SqliteConnection) => SqliteConnection
}

export const DEFAULT_SETTINGS: Settings = {
  synchronous: 'full',
  busyDeadlineMs: 15_000,
  writesBulk: false,
  usesThreads: true,
  poolSizes: { writer: 5, reader: 3, scanner: 2 },
  statementTimeoutMs: 30_000,
  closeDeadlineMs: 5000,
  observer: NO_OBSERVER,
  deadlines: AVAILABILITY_DEADLINES,
}

export interface DatabaseOptions extends Partial<Settings> {
  /** Called after each statement in the async context of its caller. The text contains no values. */
  onStatement?: OnStatement | undefined
}

/** Settings with which an engine is opened. */
export interface EngineSettings extends Settings {
  log: LogConfig
}

/** The connections of one engine. */
export interface Connections
  extends Pick<Database, 'engine' | 'onChanges' | 'readDataVersion' | 'shrinkWal'>,
    Partial<Pick<Database, 'connections'>> {
  availability: Availability
  writer: Kysely<never>
  reader: Kysely<never>
  scanner: Kysely<never>
  /** Runs a transaction, again if the engine aborted it to resolve a deadlock. */
  runWithRetries: <T>(work: () => Promise<T>) => Promise<T>
  close(): Promise<void>
}
