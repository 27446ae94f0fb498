import type { ColumnType, Compilable, Expression, SqlBool, Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { DatabaseUnavailableError } from './database-unavailable.ts'

export type Engine = 'sqlite' | 'postgres'

/** The locks; a transaction that holds one excludes others with the same lock until it ends. */
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

/** The differences between the two engines; everything else is one query for both. SQLite needs no locks of rows. */
export interface SqlDialect {
  /** `column in (values)` with a single parameter, whatever the number of values. */
  isIn<T extends string | number>(column: Expression<T>, values: readonly T[]): Expression<SqlBool>
  /** The greater of two numbers. */
  greatest(a: Expression<number>, b: Expression<number>): Expression<number>
  /**
   * Waits for the lock and keeps it until the transaction ends; nothing to do where writers are alone anyway.
   * Shared, others may hold it shared at the same time, but nobody alone.
   */
  lock<Tables>(tx: Transaction<Tables>, name: LockName, mode?: 'alone' | 'shared'): Promise<void>
  /** Calls `read`, which locks rows, where others may have written them since; else they are as they were read. */
  rereadLocked<Rows>(rows: Rows, read: () => Promise<Rows>): Promise<Rows>
}

/** A table of another owner, with the columns that its reader needs; only the owner's commands write it. */
export type ReadOnly<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> }

/** The columns of an upsert; `Row` has no others. */
export interface UpsertColumns<Row> {
  /** The unique key by which a row is known. */
  key: readonly (keyof Row & string)[]
  /** Added to what a known row has. */
  add?: readonly (keyof Row & string)[]
  /** Put in the place of what a known row has. */
  replace?: readonly (keyof Row & string)[]
  /** Only of new rows. */
  keep?: readonly (keyof Row & string)[]
}

/** A statement over many rows, whose SQL is compiled once for each number of rows. */
export interface BulkStatement<Tables, Row, Result> {
  /** Runs it over all rows, in order, in as few steps as the engine allows; what it returns is put together. */
  run(tx: Transaction<Tables>, rows: readonly Row[]): Promise<Result[]>
}

/** The system of record as one slice sees it: its own tables. */
export interface SqlAccess<Tables> {
  readonly dialect: SqlDialect
  /** Reads what is committed; never waits for a writer. */
  readonly reader: ReadonlyKysely<Tables>
  /** Like `reader`, for reads of very many rows, which never hold the event loop. */
  readonly scanner: ReadonlyKysely<Tables>
  /**
   * Runs `work` in one transaction, durable when it resolves; rolled back when it throws. The work may be run again
   * when the engine ended it to resolve a deadlock, so it must not leave traces outside. Not to be nested: throws.
   */
  transact<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Runs a step that deletes at most `most` rows, each in one transaction, until there are no more: how many. */
  deleteInSteps(
    most: number,
    step: (tx: Transaction<Tables>, most: number) => Promise<number>,
  ): Promise<number>
  /** A bulk statement that inserts rows, or changes those that are known. */
  upsert<Row extends object>(
    table: keyof Tables & string,
    columns: UpsertColumns<Row>,
  ): BulkStatement<Tables, Row, never>
  /**
   * @param columns of `Row`, in any order.
   * @param build the statement over rows that stand for real ones; it must use their values as parameters, in
   *   order, and none else.
   */
  bulk<Row extends object, Result = never>(
    columns: readonly (keyof Row & string)[],
    build: (tx: Transaction<Tables>, rows: Row[]) => Compilable<Result>,
  ): BulkStatement<Tables, Row, Result>
}

/**
 * The system of record. Whatever it is asked while it is away, or cannot do for now, is rejected with a
 * `DatabaseUnavailableError`, within the deadline of a statement or, once that is known, at once.
 */
export interface Database extends AsyncDisposable {
  readonly engine: Engine
  /** It answers, and could lately do all that it was asked to. */
  readonly isAvailable: boolean
  /** Runs work whose statements have no deadline; it is not refused while others are (`awayUntil`). */
  withoutDeadline<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Refuses everything until `work` has succeeded, withoutDeadline; it is tried again as long as the record is away.
   * @throws what else `work` throws; everything is then refused for good.
   */
  awayUntil(work: () => Promise<void>, cause: DatabaseUnavailableError): Promise<void>
  /** Access typed by the tables that the caller knows. */
  tables<Tables>(): SqlAccess<Tables>
  /** Waits some seconds for transactions under way. */
  close(): Promise<void>
}
