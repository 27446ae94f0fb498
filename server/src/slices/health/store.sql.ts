import type { Database, SqlAccess } from '../../kernel/database.ts'

/** Reads the size of the database. */
export class HealthStore {
  readonly #sql: SqlAccess<object>

  constructor({ db }: { db: Database }) {
    this.#sql = db.tables<object>()
  }

  /** Bytes that the database takes on its disk. */
  async databaseBytes(): Promise<number> {
    const { dialect, reader } = this.#sql
    const { bytes } = await reader.selectNoFrom(dialect.databaseBytes().as('bytes')).executeTakeFirstOrThrow()
    return Number(bytes)
  }
}
