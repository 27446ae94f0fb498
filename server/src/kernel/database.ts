import type { AliasableExpression, ColumnType, Compilable, Expression, SqlBool, Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { DatabaseUnavailableError } from './database-unavailable.ts'

export type Engine = 'sqlite' | 'postgres'

/** A transaction that holds one of these locks excludes others with the same lock until it ends. */
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
/** JSON inside of a statement. */
type JsonArray = { readonly [IS_JSON]: true }

/** The differences between the two engines; everything else is one query text for both. */
export interface SqlDialect {
  /** `column in (values)` with a single parameter, whatever the number of values. */
  isIn<T extends string | number>(column: Expression<T>, values: readonly T[]): Expression<SqlBool>
  /** The parameter of `isIn`. */
  listParameter(values: readonly (string | number)[]): unknown
  /** Aggregates numbers, or arrays of `array`, into a JSON array, as text. */
  list(values: Expression<number> | Expression<JsonArray>): AliasableExpression<string>
  /** A text in UTF-8, which no thread decodes that only hands it on. */
  bytes(text: Expression<string>): AliasableExpression<Uint8Array<ArrayBuffer>>
  /** The JSON array of some columns. */
  array(columns: readonly Expression<unknown>[]): Expression<JsonArray>
  /** Bytes that the database takes on its disk. */
  databaseBytes(): AliasableExpression<number>
  /** The greater of two numbers. */
  greatest(a: Expression<number>, b: Expression<number>): Expression<number>
  /**
   * Waits for the lock and holds it until the transaction ends. In SQLite, which has one writer at a time, it does
   * nothing. Several may hold it `shared` at once, and none `alone` meanwhile.
   */
  lock<Tables>(tx: Transaction<Tables>, name: LockName, mode?: 'alone' | 'shared'): Promise<void>
  /** Rows as `read` finds and locks them; in SQLite, where nobody else can have written, `rows` themselves. */
  rereadLocked<Rows>(rows: Rows, read: () => Promise<Rows>): Promise<Rows>
}

/** A table of another slice, with the columns that its reader needs; only its owner writes it. */
export type ReadOnly<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> }

export type ReadParameter = string | number | readonly (string | number)[]

/** The columns of an upsert; `Row` has no others. */
export interface UpsertColumns<Row> {
  /** The unique key of a row. */
  key: readonly (keyof Row & string)[]
  add?: readonly (keyof Row & string)[]
  replace?: readonly (keyof Row & string)[]
  /** Written to new rows only. */
  keep?: readonly (keyof Row & string)[]
}

/** A statement over many rows; its SQL is compiled once for each number of rows. */
export interface BulkStatement<Tables, Row, Result> {
  /** Runs it over all rows, in order, in as few steps as the engine allows; returns the results of all steps. */
  run(tx: Transaction<Tables>, rows: readonly Row[]): Promise<Result[]>
}

/** The database as one slice sees it: its own tables. */
export interface SqlAccess<Tables> {
  readonly dialect: SqlDialect
  /** Reads what is committed; never waits for a writer. */
  readonly reader: ReadonlyKysely<Tables>
  /** Like `reader`, for reads of very many rows, which must not block the event loop. */
  readonly scanner: ReadonlyKysely<Tables>
  /**
   * A read that comes often: its SQL is compiled at its first call.
   * @param build makes it; its parameters, in order, must be the only ones of the statement, a list that of `isIn`.
   */
  compiledRead<Parameters extends readonly ReadParameter[], Row>(
    build: (reader: ReadonlyKysely<Tables>, ...parameters: Parameters) => Compilable<Row>,
  ): (...parameters: Parameters) => Promise<Row[]>
  /**
   * Runs `work` in one transaction, which is durable when it resolves and rolled back when it throws. After a deadlock
   * `work` runs again, so it must have no effects outside the transaction.
   * @throws when called inside another transaction.
   */
  transact<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /**
   * Runs `step`, which deletes at most `most` rows, each time in its own transaction, until it deletes fewer.
   * @returns the number of deleted rows.
   */
  deleteInSteps(
    most: number,
    step: (tx: Transaction<Tables>, most: number) => Promise<number>,
  ): Promise<number>
  /** Deletes the rows whose `column` is below a number, some in each transaction: how many. */
  deleteBelow<Table extends keyof Tables & string>(
    table: Table,
    rows: {
      key: readonly (keyof Tables[Table] & string)[]
      column: keyof Tables[Table] & string
      below: number
    },
  ): Promise<number>
  /** A bulk statement that inserts rows and changes those that exist. */
  upsert<Row extends object>(
    table: keyof Tables & string,
    columns: UpsertColumns<Row>,
  ): BulkStatement<Tables, Row, never>
  /**
   * @param columns of `Row`, in any order.
   * @param build makes the statement from placeholder rows; the values of these rows, in order, must be its only
   *   parameters.
   */
  bulk<Row extends object, Result = never>(
    columns: readonly (keyof Row & string)[],
    build: (tx: Transaction<Tables>, rows: Row[]) => Compilable<Result>,
  ): BulkStatement<Tables, Row, Result>
}

/** Connections of one kind of work. */
export interface ConnectionCounts {
  readonly pool: 'writer' | 'reader' | 'scanner'
  readonly used: number
  /** Callers that wait for one. */
  readonly waiting: number
}

/** Tells of changes of the change log while `isListening`; a notice may be lost or late. */
export interface ChangeNotices {
  readonly isListening: boolean
}

/**
 * The system of record: SQLite or PostgreSQL. A statement that it cannot run now is rejected with a `DatabaseUnavailableError`: within the
 * deadline of a statement, or at once when the database is known to be away.
 */
export interface Database extends AsyncDisposable {
  readonly engine: Engine
  /** True when it answers and no recent statement failed for lack of space or a failing disk. */
  readonly isAvailable: boolean
  /** Runs work whose statements have no deadline and are not refused during `awayUntil`. */
  withoutDeadline<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Refuses everything until `work` has succeeded; it runs without deadline, and again while the database is away.
   * @throws any other error of `work`; everything is then refused for good.
   */
  awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void>
  /** @template Tables the tables that the caller uses. */
  tables<Tables>(): SqlAccess<Tables>
  /** Has `wake` called soon after each commit that appends to the change log; null where the engine cannot tell. */
  readonly onChanges: ((wake: () => void) => ChangeNotices) | null
  /**
   * Gives back the disk space of the write-ahead log, as far as nobody reads it or writes; null where the engine does so itself.
   */
  readonly shrinkLog: (() => Promise<void>) | null
  /** The connections of this process by the kind of their work. */
  connections(): readonly ConnectionCounts[]
  /** Waits some seconds for running transactions. */
  close(): Promise<void>
}
