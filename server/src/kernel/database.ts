import type { AliasableExpression, ColumnType, Compilable, Expression, SqlBool, Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { DatabaseUnavailableError } from './database-unavailable.ts'

export type Engine = 'sqlite' | 'postgres'

/** Locks that a transaction can hold until it ends, to exclude others with the same lock. */
export type LockName =
  | 'migrations'
  | 'new-avatars'
  | 'change-log'
  | 'lookups'
  | 'external-lookups'
  | 'moderation'
  | 'reports'
  | 'audience'
  | 'oauth-applications'
  | 'histories'
  | 'discord'

declare const IS_JSON: unique symbol
/** The type of an expression whose value is a JSON array. */
type JsonArray = { readonly [IS_JSON]: true }

/** The differences between the two engines. Everything else is one query text for both. */
export interface SqlDialect {
  /** `column in (values)` with a single parameter, however many values there are. */
  isIn<T extends string | number>(column: Expression<T>, values: readonly T[]): Expression<SqlBool>
  /** The value of the parameter of `isIn`, for a compiled statement. */
  listParameter(values: readonly (string | number)[]): unknown
  /** Aggregates numbers, or arrays made by `array`, into a JSON array, returned as text. */
  list(values: Expression<number> | Expression<JsonArray>): AliasableExpression<string>
  /** A text as UTF-8 bytes, so that a thread that only passes it on need not decode it. */
  bytes(text: Expression<string>): AliasableExpression<Uint8Array<ArrayBuffer>>
  /** A JSON array of the columns' values. */
  array(columns: readonly Expression<unknown>[]): Expression<JsonArray>
  /** The size of the database on disk, in bytes. */
  databaseBytes(): AliasableExpression<number>
  /** The greater of two numbers. */
  greatest(a: Expression<number>, b: Expression<number>): Expression<number>
  /**
   * Waits for the lock and holds it until the transaction ends. Several transactions can hold it `shared`, but only one
   * `alone`. Does nothing in SQLite, which has one writer at a time.
   */
  lock<Tables>(tx: Transaction<Tables>, name: LockName, mode?: 'alone' | 'shared'): Promise<void>
  /**
   * Calls `read`, which locks the rows and reads them again. In SQLite nobody else can have written: returns `rows`.
   */
  rereadLocked<Rows>(rows: Rows, read: () => Promise<Rows>): Promise<Rows>
}

/** A table of another slice, with the columns that the reader needs. Only its owner writes it. */
export type ReadOnly<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> }

export type ReadParameter = string | number | readonly (string | number)[]

/** The columns of an upsert, which are all columns of `Row`. */
export interface UpsertColumns<Row> {
  /** The unique key of a row. */
  key: readonly (keyof Row & string)[]
  /** Added to the stored number. */
  add?: readonly (keyof Row & string)[]
  /** Written over the stored value. */
  replace?: readonly (keyof Row & string)[]
  /** Only written when the row is new. */
  keep?: readonly (keyof Row & string)[]
  /** Written as 0 when the row is new, whatever `Row` has. */
  zero?: readonly (keyof Row & string)[]
}

/** A statement over many rows. Its SQL is compiled once per number of rows. */
export interface BulkStatement<Tables, Row, Result> {
  /** Runs the statement over all rows, in order, in as few batches as the engine allows, and returns all results. */
  run(tx: Transaction<Tables>, rows: readonly Row[]): Promise<Result[]>
}

/** A slice's access to the database, typed with its own tables. */
export interface SqlAccess<Tables> {
  readonly dialect: SqlDialect
  /** Reads committed data, without waiting for a writer. */
  readonly reader: ReadonlyKysely<Tables>
  /** Like `reader`, for reads of very many rows that must not block the event loop. */
  readonly scanner: ReadonlyKysely<Tables>
  /**
   * Returns a function that runs a frequent read, whose SQL is compiled at the first call.
   * @param build makes the statement. Its values must be the only parameters, in the same order; a list is for
   * `isIn`.
   */
  compiledRead<Values extends readonly ReadParameter[], Row>(
    build: (reader: ReadonlyKysely<Tables>, ...values: Values) => Compilable<Row>,
  ): (...values: Values) => Promise<Row[]>
  /**
   * Runs `work` in one transaction, which is durable when this resolves and rolled back when `work` throws. After a
   * deadlock `work` runs again, so it must have no other effects.
   * @throws when called inside another transaction.
   */
  transact<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /**
   * Repeats `step`, which deletes at most `limit` rows, in a transaction each, until it deletes fewer.
   * @returns the number of deleted rows.
   */
  deleteInSteps(
    limit: number,
    step: (tx: Transaction<Tables>, limit: number) => Promise<number>,
  ): Promise<number>
  /** Deletes the rows whose `column` is less than a number, in several transactions, and returns how many. */
  deleteBelow<Table extends keyof Tables & string>(
    table: Table,
    rows: {
      key: readonly (keyof Tables[Table] & string)[]
      column: keyof Tables[Table] & string
      below: number
    },
  ): Promise<number>
  /** A bulk statement that inserts rows, and updates those that exist. */
  upsert<Row extends object>(
    table: keyof Tables & string,
    columns: UpsertColumns<Row>,
  ): BulkStatement<Tables, Row, never>
  /**
   * @param columns columns of `Row`, in any order.
   * @param build makes the statement from placeholder rows, whose values, in order, must be its only parameters.
   */
  bulk<Row extends object, Result = never>(
    columns: readonly (keyof Row & string)[],
    build: (tx: Transaction<Tables>, rows: Row[]) => Compilable<Result>,
  ): BulkStatement<Tables, Row, Result>
}

export interface ConnectionCounts {
  readonly pool: 'writer' | 'reader' | 'scanner'
  readonly used: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

/** Notifies of appended changes while `isListening`. A notification may come late or be lost. */
export interface ChangeNotices {
  readonly isListening: boolean
}

/**
 * The system of record: SQLite or PostgreSQL. A statement that cannot run now is rejected with a
 * `DatabaseUnavailableError`: at its deadline, or at once when the database is known to be away.
 */
export interface Database extends AsyncDisposable {
  readonly engine: Engine
  /** True while the database answers and no recent statement failed because the disk is full or faulty. */
  readonly isAvailable: boolean
  /** Runs work whose statements have no deadline and are not refused during `awayUntil`. */
  withoutDeadline<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Refuses all other statements until `work` has succeeded. `work` has no deadline, and is repeated while the database
   * is away.
   * @throws any other error of `work`; everything is then refused for good.
   */
  awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void>
  /** @template Tables the tables that the caller uses. */
  tables<Tables>(): SqlAccess<Tables>
  /** Calls `wake` soon after each commit that appends to the change log; null where the engine cannot notify. */
  readonly onChanges: ((wake: () => void) => ChangeNotices) | null
  /**
   * Returns a number that differs after any commit, by whatever process, that the connection of `reader` can see; null
   * where the engine has none.
   */
  readonly readDataVersion: (() => Promise<number>) | null
  /** Shrinks the write-ahead log on disk, as far as nobody is using it; null where the engine does so itself. */
  readonly shrinkWal: (() => Promise<void>) | null
  /** This process's connections, by pool. */
  connections(): readonly ConnectionCounts[]
  /** Closes the database after waiting some seconds for running transactions. */
  close(): Promise<void>
}
