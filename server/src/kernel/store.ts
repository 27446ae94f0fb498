import type { Database, SqlAccess } from './database.ts'

/** The statements about some tables of one slice. */
export abstract class Store<Tables> {
  protected readonly db: Database
  protected readonly sql: SqlAccess<Tables>

  constructor({ db }: { db: Database }) {
    this.db = db
    this.sql = db.tables<Tables>()
  }
}
