import type { Compilable, Transaction } from 'kysely'
import type { Database, LockName, SqlAccess } from './database.ts'

/** Base class for the statements about some tables of a slice. */
export abstract class Store<Tables, Deps extends { db: Database } = { db: Database }> {
  protected readonly deps: Deps
  protected readonly sql: SqlAccess<Tables>

  constructor(deps: Deps) {
    this.deps = deps
    this.sql = deps.db.tables<Tables>()
  }

  /**
   * Executes one statement that returns no rows, in a transaction of its own.
   * @returns the number of rows written.
   */
  protected async execute(statement: (tx: Transaction<Tables>) => Compilable): Promise<number> {
    return await this.sql.transact(async tx => {
      const { numAffectedRows = 0n } = await tx.executeQuery(statement(tx))
      return Number(numAffectedRows)
    })
  }

  /** Runs `work` in one transaction that starts by taking the lock. */
  protected async transactLocked<Result>(
    lock: LockName,
    work: (tx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    return await this.sql.transact(async tx => {
      await this.sql.dialect.lock(tx, lock)
      return await work(tx)
    })
  }
}
